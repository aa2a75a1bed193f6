// GNU attributes and qualifiers change nothing that is observable here.
#include <assert.h>

static __inline__ int add(int a, int b) __attribute__((always_inline));
static __inline__ int add(int a, int b) { return a + b; }
__attribute__((noinline)) static int sub(int a, int b __attribute__((unused))) { return a - 1; }
static int hidden __attribute__((unused, aligned(8))) = 3;
struct __attribute__((aligned(16))) wide { int a; } __attribute__((deprecated));
static const volatile int cv = 4;
extern int later(void) __attribute__((pure, nothrow));
__extension__ typedef long long int big;

int main(void) {
    register int r = 5;
    volatile int v = 6;
    int *restrict p = (int *)&v;
    int __attribute__((unused)) dummy;
    big b = 1;

    v++;
    assert(*p == 7);
    assert(add(1, 2) == 3 && sub(5, 9) == 4);
    assert(hidden == 3 && cv == 4 && r == 5 && b == 1);
    assert(later() == 8);
    return 0;
}

int later(void) { return 8; }
