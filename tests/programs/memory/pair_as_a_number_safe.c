#include <stdint.h>

extern void reach_error(void);

// A pointer and a counter that change at once, as one number of 16 bytes.
struct node { int value; };
union head { unsigned __int128 all; struct { struct node *top; uint64_t count; } s; };

static struct node first, second;

int main(void)
{
    union head now, next, held;
    now.s.top = &first;
    now.s.count = 5;
    next.all = now.all;
    next.s.count++;
    next.s.top->value = 7;
    if (first.value != 7 || next.s.count != 6 || next.s.top != &first)
        reach_error();
    held = now;
    if (!__atomic_compare_exchange(&held.all, &now.all, &next.all, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        reach_error();
    now.s.top = &second;
    if (__atomic_compare_exchange(&held.all, &now.all, &next.all, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        reach_error();
    if (held.s.count != 6 || now.s.top != &first)
        reach_error();
    return 0;
}
