#include <assert.h>

int main(void) {
    int *kept = 0;
    for (int i = 0; i < 2; i++) {
        if (kept)
            assert(*kept == 7);
        kept = &(int){i};
    }
    return 0;
}
