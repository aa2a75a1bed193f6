#include <assert.h>

int *kept, value;

int main(void) {
    {
        int local = 4;
        kept = &local;
    }
    value = *kept; /* undefined: such an execution does not count */
    assert(value != 4);
    return 0;
}
