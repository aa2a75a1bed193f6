#include <assert.h>

static int get(int m, int a[][m], int i, int j) { return a[i][j]; }

int main(void) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    assert(get(3, a, 1, 0) == 1);
    return 0;
}
