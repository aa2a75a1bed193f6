// The comma operator evaluates left to right and yields the right side.
#include <assert.h>

static int trace;
static int mark(int d) {
    trace = trace * 10 + d;
    return d;
}

int main(void) {
    int a = (mark(1), mark(2), 7);
    int i, j;

    assert(a == 7 && trace == 21);
    for (i = 0, j = 10; i < j; i++, j--)
        ;
    assert(i == 5 && j == 5);
    a = 1, i = 2;
    assert(a == 1 && i == 2);
    a = (i = 4, i + 1);
    assert(a == 5 && i == 4);
    if (a = 0, i == 4)
        a = 9;
    assert(a == 9);
    return 0;
}
