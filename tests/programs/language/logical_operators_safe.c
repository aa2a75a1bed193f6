// && and || stop early and yield 0 or 1.
#include <assert.h>

static int calls;
static int yes(void) {
    calls++;
    return 8;
}
static int no(void) {
    calls += 10;
    return 0;
}

int main(void) {
    int *p = 0;
    int x;

    x = yes() && no();
    assert(x == 0 && calls == 11);
    x = no() && yes();
    assert(x == 0 && calls == 21);
    x = yes() || no();
    assert(x == 1 && calls == 22);
    x = no() || yes();
    assert(x == 1 && calls == 33);
    x = p && *p;
    assert(x == 0);
    x = !yes() + !no();
    assert(x == 1);
    if (!(p == 0 || *p == 1) || (x && !p && x++))
        x += 100;
    assert(x == 102);
    return 0;
}
