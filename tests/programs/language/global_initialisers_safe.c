// Constant expressions and addresses in initialisers of globals.
#include <assert.h>
#include <stddef.h>

#define N 4
enum { BASE = N * 2 };
struct cfg { int id; int *slot; struct cfg *peer; int (*f)(void); };

static int seven(void) { return 7; }
static int slots[BASE] = {N << 1, ~0, N > 3 ? 5 : 6, (int)sizeof(int) * 2, -N, !N, 'x' - 'w', (char)0x1ff};
extern struct cfg second;
static struct cfg first = {1, slots + 2, &second, seven};
struct cfg second = {.id = 2, .slot = &slots[N - 1], .peer = &first};
static int *end = &slots[BASE] - 1;

int main(void) {
    assert(slots[0] == 8 && slots[1] == -1 && slots[2] == 5 && slots[3] == 8);
    assert(slots[4] == -4 && slots[5] == 0 && slots[6] == 1 && slots[7] == -1);
    assert(*first.slot == 5 && first.peer->id == 2 && first.peer->peer == &first);
    assert(first.f() == 7 && second.f == NULL);
    assert(*second.slot == 8 && *end == -1);
    return 0;
}
