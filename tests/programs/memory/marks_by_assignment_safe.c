// A mark that is set twice is set once, whatever keeps the address.
#include <assert.h>
#include <stdint.h>

typedef struct node { uintptr_t link; int value; } node;
static node one, two;
static _Alignas(16) char text[16];

int main(void) {
    uintptr_t x = (uintptr_t)&one;
    x |= 1;
    x |= 1;
    assert(x == (uintptr_t)&one + 1);
    x &= ~(uintptr_t)1;
    x &= ~(uintptr_t)1;
    assert((node *)x == &one);
    x ^= 3;
    x ^= 3;
    x += 8;
    x -= 8;
    ((node *)x)->value = 2;
    one.link = (uintptr_t)&two;
    one.link |= 1;
    one.link |= 1;
    one.link &= ~(uintptr_t)1;
    ((node *)one.link)->value = 5;
    assert(one.value == 2 && two.value == 5);
    x = (uintptr_t)&text[1];
    x |= 1;
    assert((char *)(x & ~(uintptr_t)1) == &text[0]);
    return 0;
}
