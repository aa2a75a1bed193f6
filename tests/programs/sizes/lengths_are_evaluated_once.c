/* Where the length in a type is evaluated, and how often. */
#include <assert.h>

int n;
static int parameters(int a[n++], int (*b)[n++], int c[n++][n++]) {
    assert(sizeof *b == 4 && sizeof *c == 8);
    return n;
}
static int old_style(a, m) int m; int a[][m]; { return sizeof a[0]; }
static int outer_name(int a[n++], int n) { return n; }

int main(void) {
    n = 1;
    assert(parameters(0, 0, 0) == 5);
    assert(old_style(0, 3) == 12);
    n = 1;
    assert(outer_name(0, 7) == 7 && n == 2);
    n = 1;
    assert(sizeof(int (*)[n++]) == 8 && n == 1);
    assert(sizeof(int[n++]) == 4 && n == 2);
    assert(sizeof(int[2][n++]) == 16 && n == 3);
    assert(sizeof(sizeof(int[n++])) == 8 && n == 3);
    assert(_Alignof(int[n++]) == 4 && n == 3);
    int (*f)(int[n++]) = 0;
    extern int g(int, int[n++]);
    assert(n == 3 && !f);
    int *p = *(int (*)[n++]) & n;
    assert(n == 4 && p == &n);
    typeof(int[n++]) *q, *r;
    assert(n == 5 && sizeof *q == 16 && sizeof *r == 16);
    typedef int row[n++];
    row a, b;
    assert(n == 6 && sizeof a + sizeof b == 40);
    int c[n][n + 1];
    n = 1;
    assert(sizeof c == 168 && sizeof c[n++] == 28 && n == 2);
    typeof(&c[n++]) s = c;
    assert(n == 3 && s + 1 == &c[1]);
    int rounds = 0;
    for (int (*t)[n++] = 0, i = 0; i < 2; i++)
        rounds += t == 0;
    assert(n == 4 && rounds == 2);
    return 0;
}
