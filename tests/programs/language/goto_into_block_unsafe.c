// Jumping into a loop body and into the branch of an if.
#include <assert.h>

static int enter(int start) {
    int i = start, n = 0;
    if (start > 0)
        goto inside;
    for (i = 0; i < 3; i++) {
        n += 10;
    inside:
        n += 1;
    }
    return n;
}

static int branch(int x) {
    int r = 0;
    if (x == 1)
        goto then_part;
    if (x == 2) {
        r += 1;
    then_part:
        r += 10;
    } else {
        r += 100;
    }
    return r;
}

int main(void) {
    assert(enter(0) == 33);
    assert(enter(1) == 22);
    assert(enter(2) == 1);
    assert(branch(1) == 10 && branch(2) == 11 && branch(3) == 100);
    return 0;
}
