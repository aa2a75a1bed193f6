#include <assert.h>

int *kept, value;

int main(void) {
    for (int i = 0; i < 2; i++) {
        int local = 4 + i;
        if (i == 0)
            kept = &local;
        else
            value = *kept;
    }
    assert(value == 4);
    return 0;
}
