// What a selection or loop executes is a block, with braces or without.
#include <assert.h>

int main(void) {
    int *kept = 0;
    if (!kept)
        kept = &(int){3};
    assert(*kept == 4);
    return 0;
}
