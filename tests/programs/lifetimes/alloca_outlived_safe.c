#include <alloca.h>
#include <assert.h>

static int *address(void) {
    int *memory = alloca(sizeof *memory);
    *memory = 3;
    return memory;
}

int main(void) {
    int *kept = address();
    assert(*kept == 4);
    return 0;
}
