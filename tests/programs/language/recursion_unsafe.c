// Bounded recursion: each call has its own locals.
#include <assert.h>

static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int fib(int n) {
    int a, b;
    if (n < 2)
        return n;
    a = fib(n - 1);
    b = fib(n - 2);
    return a + b;
}
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
static void fill(int *v, int lo, int hi) {
    int mid = (lo + hi) / 2;
    if (lo >= hi)
        return;
    v[mid] = mid;
    fill(v, lo, mid);
    fill(v, mid + 1, hi);
}
static int depth(int *up, int n) {
    int here = n;
    if (up)
        *up += here;
    if (n > 0)
        depth(&here, n - 1);
    return here;
}

int main(void) {
    int v[5] = {9, 9, 9, 9, 9};
    assert(fact(6) == 720 && fib(6) == 13);
    assert(is_even(6) && !is_odd(4));
    fill(v, 0, 5);
    for (int i = 0; i < 5; i++)
        assert(v[i] == i);
    assert(depth(0, 4) == 7);
    return 0;
}
