// The object lives until its block is left: the declaration gives it another value, not another place.
#include <assert.h>

int main(void) {
    int *kept = 0;
    for (int i = 0; i < 2; i++) {
    again:;
        int local = 3;
        if (kept) {
            *kept = 5;
            assert(local == 5);
            kept = 0;
        } else {
            kept = &local;
            goto again;
        }
    }
    return 0;
}
