#include <assert.h>

int main(void) {
    int *kept[2];
    for (int i = 0; i < 2; i++) {
        int local = i;
        kept[i] = &local;
        if (i == 1)
            *kept[0] = 5;
        assert(local == i);
    }
    return 0;
}
