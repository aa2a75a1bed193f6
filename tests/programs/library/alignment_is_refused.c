#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) {
    void *p = 0;
    assert(posix_memalign(&p, 3, 8) == EINVAL && p == 0);
    assert(posix_memalign(&p, 4, 8) == EINVAL && p == 0);
    assert(posix_memalign(&p, 16, 8) == 0 && p != 0);
    free(p);
    return 0;
}
