#include <assert.h>
#include <stdint.h>

typedef int wide __attribute__((aligned(16)));
wide global;
wide *pointer;

int main(void) {
    wide local;
    static wide kept;
    pointer = &local;
    assert((uintptr_t)&global % 16 == 0 && (uintptr_t)pointer % 16 == 0 && (uintptr_t)&kept % 16 == 0);
    return 0;
}
