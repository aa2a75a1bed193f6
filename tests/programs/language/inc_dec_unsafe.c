// ++ and -- before and after, on variables, members, elements and pointers.
#include <assert.h>

struct s { int n; unsigned char c; };

int main(void) {
    int x = 5, y;
    struct s s = {1, 255}, *p = &s;
    int a[3] = {10, 20, 30}, *q = a, i = 0;

    y = x++;
    assert(y == 5 && x == 6);
    y = ++x;
    assert(y == 7 && x == 7);
    x = 3;
    y = x--;
    assert(y == 3 && x == 2);
    p->n++;
    s.c++;
    assert(s.n == 2 && s.c == 256);
    --p->c;
    assert(s.c == 255);
    a[i++]++;
    assert(i == 1 && a[0] == 11 && a[1] == 20);
    y = *q++;
    assert(y == 11 && q == a + 1);
    y = (*q)++;
    assert(y == 20 && a[1] == 21 && q == a + 1);
    y = ++*q;
    assert(y == 22);
    y = *++q;
    assert(y == 30);
    return 0;
}
