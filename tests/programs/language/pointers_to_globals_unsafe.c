// Pointers to globals, also in static initialisers, and which of several they point to.
#include <assert.h>

static int a = 1, b = 2;
static int v[3] = {7, 8, 9};
static int *pa = &a;
static int *mid = &v[1];
static int **pp = &pa;
static int *const all[3] = {&a, &b, v + 2};

int main(void) {
    *pa = 10;
    assert(a == 10 && **pp == 10);
    *pp = &b;
    assert(*pa == 2);
    **pp = 20;
    assert(b == 2 && a == 10);
    assert(mid[0] == 8 && mid[1] == 9 && mid[-1] == 7);
    for (int i = 0; i < 3; i++)
        *all[i] += i;
    assert(a == 10 && b == 21 && v[2] == 11);
    pa = a > b ? &a : &b;
    assert(pa == &b && pa != &a);
    return 0;
}
