// The object began with its block; only where its declaration is reached does it get another value.
#include <assert.h>

int main(void) {
    for (int round = 0; round < 2; round++) {
        int n = 0, *kept = 0;
    back:
        if (n == 1)
            goto forward;
        int local;
        kept = &local;
        *kept = 5;
    forward:
        if (n == 1)
            assert(local == 5 && *kept == 5);
        n++;
        if (n < 2)
            goto back;
    }
    return 0;
}
