#include <assert.h>

struct s {
    unsigned a : 3, b : 3;
} x;

int main(void) {
    x.b = 5;
    x.a = 15;
    assert(x.b != 5);
    return 0;
}
