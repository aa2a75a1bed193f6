/* Where /sys is not there, errno says so. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
    errno = 0;
    if (sysconf(_SC_NPROCESSORS_ONLN) > 0)
        assert(errno == 0);
    return 0;
}
