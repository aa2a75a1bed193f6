#include <assert.h>

int main(void) {
    int i = 0, j = 5;
    __asm__ volatile("" : : "r"(i++), "r"(j) : "memory");
    __asm__ volatile("" : "+r"(j));
    assert(i == 0 || j != 5);
    return 0;
}
