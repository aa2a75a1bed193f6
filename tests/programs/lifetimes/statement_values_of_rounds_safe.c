#include <assert.h>

int main(void) {
    int *kept = 0;
    for (int i = 0; i < 2; i++) {
        int *before = kept;
        kept = ({
            int local = i;
            if (before)
                *before = 7;
            assert(local == i);
            &local;
        });
    }
    return 0;
}
