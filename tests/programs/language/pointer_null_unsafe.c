// Null pointers in conditions and comparisons.
#include <assert.h>
#include <stddef.h>

static int *nothing;
static int thing = 3;

static int read(const int *p) { return p ? *p : -1; }

int main(void) {
    int *p = NULL, *q = &thing;

    assert(!p && q && p == 0 && q != NULL && nothing == p);
    assert(read(p) == -1 && read(q) == -1);
    assert((p || q) == 1 && (p && q) == 0 && !!q == 1);
    p = q;
    assert(p == q && *p == 3);
    if (q)
        q = 0;
    while (p) {
        nothing = p;
        p = 0;
    }
    assert(*nothing == 3 && q == p);
    return 0;
}
