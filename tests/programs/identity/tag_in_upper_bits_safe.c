#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int is_error(const void *p) { return (uintptr_t)p >= (uintptr_t)-4095; }

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    uintptr_t tagged = (uintptr_t)p | (uintptr_t)5 << 48;
    int *q = (int *)(tagged & 0xffffffffffffULL);
    assert(!is_error(p) && q == p && tagged >> 48 == 5);
    *q = 3;
    free(q);
    return 0;
}
