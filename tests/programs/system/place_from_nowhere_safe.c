/* Places are from the beginning, from here or from the end of a file. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 0;
    assert(fseek(stdin, 0, 77) == -1 && errno == EINVAL);
    errno = 0;
    assert(fseeko(stdin, 0, -1) == -1 && errno == EINVAL);
    return 0;
}
