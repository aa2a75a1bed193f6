// With NDEBUG an assert is nothing, not even evaluated.
#define NDEBUG
#include <assert.h>

int main(void) {
    int x = 0;
    assert(x == 1);
    (void)x;
    return 0;
}
