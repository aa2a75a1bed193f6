// In the second round the block is entered anew, and the value of the first may be gone.
#include <assert.h>

int main(void) {
    for (int round = 0; round < 2; round++) {
    back:;
        if (round == 1)
            goto forward;
        int local;
        int *kept = &local;
        *kept = 5;
        if (*kept != 5)
            goto back;
    forward:
        assert(local == 5);
    }
    return 0;
}
