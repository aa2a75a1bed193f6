// alloca lives as long as its function.
#include <alloca.h>
#include <assert.h>

static int sum(int n) {
    int *v = alloca(4 * sizeof(int));
    int s = 0;
    {
        int *w = alloca(sizeof(int));
        *w = n;
        v[0] = *w;
    }
    for (int i = 1; i < 4; i++)
        v[i] = v[i - 1] + 1;
    for (int i = 0; i < 4; i++)
        s += v[i];
    return s;
}

int main(void) {
    char *c = __builtin_alloca(2);
    c[0] = 'x';
    assert(sum(0) == 6 && sum(1) == 6);
    assert(c[0] == 'x');
    return 0;
}
