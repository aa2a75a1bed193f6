// What was allocated with an alignment need not have more, and what malloc gives has only that of all types.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *line = aligned_alloc(64, 64), *plain = malloc(64);
    assert((uintptr_t)line % 64 == 0 && (uintptr_t)plain % 16 == 0);
    assert((uintptr_t)line % 128 == 0);
    free(line);
    free(plain);
    return 0;
}
