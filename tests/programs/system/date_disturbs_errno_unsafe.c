/* Where the file with the time zone is not there, errno says so, though there is a date. */
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void) {
    time_t now = 5;
    errno = 0;
    if (localtime(&now))
        assert(errno == 0);
    return 0;
}
