#include <assert.h>
#include <string.h>

static int get(int m, int a[][m], int i, int j) { return a[i][j]; }
static int sum(int n, int m, int a[n][m]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j];
    return s;
}

int main(void) {
    int m = 3, a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    assert(get(3, a, 1, 0) == 4 && get(2, (int (*)[2])a, 1, 0) == 3 && sum(2, 3, a) == 21);
    int (*p)[m] = a, (*q)[m] = a + 1;
    m = 7;
    assert(q - p == 1 && p[1] == *q && (*q)[2] == 6 && *(*(p + 1) + 1) == 5);
    assert(p++ == a && p == q && --p == a && (p += 1) == q && (p -= 1) == a && &p[1] == q);
    int b[m][2][m], *first = b[0][0];
    memset(b, 0, sizeof b);
    b[1][1][1] = 5;
    assert(first[2 * m + m + 1] == 5 && (char *)(b + 1) - (char *)b == sizeof *b && sizeof b[0][0] == 28);
    return 0;
}
