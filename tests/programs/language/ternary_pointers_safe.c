// Conditional expressions choose between pointers, null among them.
#include <assert.h>

static int a = 1, b = 2, arr[3] = {3, 4, 5};

static int *choose(int n) { return n == 0 ? &a : n == 1 ? &b : n < 5 ? arr + (n - 2) : 0; }

int main(void) {
    int *p;
    int total = 0;

    for (int i = 0; i < 7; i++) {
        p = choose(i);
        total += p ? *p : 100;
    }
    assert(total == 215);
    *(choose(1)) = 20;
    assert(b == 20 && a == 1);
    p = choose(9);
    assert(p == 0);
    p = p ? p : &a;
    assert(*p == 1);
    const void *v = total ? (void *)p : 0;
    assert(v == &a);
    return 0;
}
