// Functions lie where their attributes want them.
#include <assert.h>
#include <stdint.h>

int one(void) __attribute__((aligned(64)));
__attribute__((aligned(32))) int two(void) { return 2; }
int one(void) { return 1; }

int main(void) {
    assert((uintptr_t)one % 64 == 0);
    assert((uintptr_t)two % 32 == 0);
    return 0;
}
