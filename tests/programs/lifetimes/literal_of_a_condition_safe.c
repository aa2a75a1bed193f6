// A selection is a block of its own, and so is a loop (C11 6.8.4, 6.8.5).
#include <assert.h>

int main(void) {
    int *kept = 0;
    if (*(kept = &(int){3})) {
    }
    assert(*kept == 4);
    return 0;
}
