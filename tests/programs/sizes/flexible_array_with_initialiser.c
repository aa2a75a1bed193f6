#include <assert.h>

struct s {
    int n;
    int a[];
};
struct text {
    char n, t[];
};
struct s x = {3, {5, 6, 0}};
static struct s y = {.a = {[1] = 7}, .n = 1};
struct text z = {2, "ab"};

int main(void) {
    assert(x.a[0] == 5 && x.a[1] == 6 && x.a[2] == 0 && sizeof x == 4);
    x.a[2] = 9;
    assert(x.a[2] == 9 && y.a[0] == 0 && y.a[1] == 7 && y.n == 1);
    assert(z.t[1] == 'b' && z.t[2] == 0);
    return 0;
}
