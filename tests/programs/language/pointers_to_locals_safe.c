// Addresses of locals and parameters, passed down and written through.
#include <assert.h>

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static int twice(int n) {
    int *p = &n;
    *p += n;
    return n;
}

static void set(int **where, int *what) { *where = what; }

int main(void) {
    int x = 1, y = 2, arr[2] = {5, 6};
    int *p = &x;

    swap(&x, &y);
    assert(x == 2 && y == 1 && *p == 2);
    swap(&arr[0], &arr[1]);
    assert(arr[0] == 6 && arr[1] == 5);
    assert(twice(x) == 4 && x == 2);
    set(&p, &y);
    *p = 9;
    assert(y == 9 && x == 2);
    for (int i = 0; i < 2; i++) {
        int fresh = i;
        p = &fresh;
        (*p)++;
        assert(fresh == i + 1);
    }
    return 0;
}
