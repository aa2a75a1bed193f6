// Two and three dimensions, rows as pointers.
#include <assert.h>

static int g[2][3][2];

static int total(int m[][3], int rows) {
    int s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 3; j++)
            s += m[i][j];
    return s;
}

int main(void) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int flat[2][2] = {{1, 2}, {3, 4}};
    int(*row)[3] = a;

    assert(total(a, 2) == 21);
    assert(flat[1][0] == 3);
    row++;
    assert((*row)[1] == 5);
    assert(*(*(a + 1) + 2) == 6);
    int *p = a[1];
    p[2] = 60;
    assert(a[1][2] == 60);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                g[i][j][k] = 100 * i + 10 * j + k;
    assert(g[1][2][1] == 121 && g[0][2][0] == 20);
    assert(sizeof(g) == 12 * sizeof(int) && sizeof(g[0]) == 6 * sizeof(int));
    return 0;
}
