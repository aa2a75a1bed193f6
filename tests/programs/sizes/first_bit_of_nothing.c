#include <assert.h>

unsigned x;

int main(void) {
    assert(__builtin_ctz(x) == 32);
    return 0;
}
