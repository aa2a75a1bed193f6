// Casts of integers and pointers; void * and char * round trips.
#include <assert.h>

struct base { int kind; };
struct derived { struct base b; int extra; };

static int get_extra(struct base *b) { return ((struct derived *)b)->extra; }

int main(void) {
    int x = -1;
    void *v = &x;
    struct derived d = {{1}, 42};
    struct base *b = (struct base *)&d;
    const int *cp = &x;

    assert((unsigned)x == 0xFFFFFFFFu);
    assert((unsigned char)x == 255 && (signed char)0xFF == -1);
    assert((short)0x18000 == (short)0x8000);
    *(int *)v = 5;
    assert(x == 5);
    assert((int *)(char *)v == &x);
    assert(b->kind == 1 && get_extra(b) == 42);
    *(int *)cp = 6;
    assert(x == 6);
    (void)x;
    assert((int)(char)('a' + 256) == 'a');
    assert((void *)0 == (int *)0);
    return 0;
}
