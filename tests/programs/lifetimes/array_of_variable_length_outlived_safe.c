#include <assert.h>

int length = 2;

int main(void) {
    int *kept;
    {
        int array[length];
        array[0] = 3;
        kept = array;
    }
    assert(*kept == 4);
    return 0;
}
