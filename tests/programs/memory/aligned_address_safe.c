// What was allocated with an alignment has it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *page = aligned_alloc(256, 512), *line = NULL;
    assert((uintptr_t)page % 256 == 0);
    assert(posix_memalign(&line, 1 << 6, 64) == 0);
    assert((uintptr_t)line % 64 == 0);
    free(page);
    free(line);
    return 0;
}
