// Pointers to whole arrays.
#include <assert.h>

static int rows[3][4];

static int (*row(int i))[4] { return &rows[i]; }

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int(*p)[4] = &a;
    typedef int four[4];
    four *q = rows;

    assert((*p)[2] == 3 && p[0][3] == 4);
    (*p)[0] = 10;
    assert(a[0] == 10);
    (*(q + 2))[1] = 7;
    assert(rows[2][1] == 7 && (*row(2))[1] == 7);
    assert(q + 3 - q == 3 && sizeof *p == 4 * sizeof(int));
    q = &rows[1];
    q[1][2] = 8;
    q[-1][3] = 9;
    assert(rows[2][2] == 8 && rows[0][3] == 9);
    return 0;
}
