// The object lives until its block is left: the declaration gives it another value, not another place.
#include <assert.h>

int main(void) {
    int *kept = 0;
    {
    again:;
        int local = 3;
        if (kept) {
            *kept = 5;
            assert(local == 5);
            return 0;
        }
        kept = &local;
        goto again;
    }
}
