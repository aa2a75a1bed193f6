// One pointer walks through all rows.
#include <assert.h>

int a[2][3];
char c[2][4];

static int sum(int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

int main(void) {
    int *p = (int *)a;
    char *q = c[0];
    for (int i = 0; i < 6; i++)
        p[i] = i;
    for (int i = 0; i < 8; i++)
        *q++ = 'x';
    assert(sum(&a[0][0], 6) == 15);
    assert(a[1][2] != 5 || c[1][3] != 'x');
    return 0;
}
