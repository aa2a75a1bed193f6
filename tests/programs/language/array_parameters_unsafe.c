// Array parameters are pointers.
#include <assert.h>

static void fill(int v[], int n, int with) {
    for (int i = 0; i < n; i++)
        v[i] = with + i;
}
static int second(const int v[static 2]) { return v[1]; }
static unsigned size(int v[10]) { return sizeof(v); }
static int third(int *v) {
    v += 2;
    return *v;
}

int main(void) {
    int a[4] = {0};
    int m[2][2];

    fill(a, 3, 5);
    assert(a[0] == 5 && a[2] == 7 && a[3] == 8);
    fill(a + 2, 2, 50);
    assert(a[2] == 50 && a[3] == 51 && a[1] == 6);
    assert(second(&a[2]) == 51 && third(a) == 50);
    assert(size(a) == sizeof(int *));
    fill(m[1], 2, 3);
    assert(m[1][1] == 4);
    return 0;
}
