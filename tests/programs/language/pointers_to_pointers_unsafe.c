// Three levels of indirection and arrays of pointers.
#include <assert.h>

int main(void) {
    int x = 1, y = 2, z = 3;
    int *p = &x, *q = &y;
    int **pp = &p;
    int ***ppp = &pp;
    int *list[3] = {&x, &y, &z};
    int **it = list;

    ***ppp = 11;
    assert(x == 11);
    *pp = q;
    assert(*p == 2);
    pp = &q;
    **ppp = &z;
    assert(q == &z && p == &y);
    ***ppp = 33;
    assert(z == 3);
    it++;
    assert(**it == 2 && *it[1] == 33);
    *it = list[0];
    assert(*list[1] == 11);
    return 0;
}
