#include <assert.h>

int main(void) {
    int *kept;
    {
        int local = 3;
        kept = &local;
    }
    assert(*kept == 4);
    return 0;
}
