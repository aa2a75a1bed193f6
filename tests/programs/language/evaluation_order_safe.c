// Sequence points that C defines: && || , ?: full expressions, declarators, arguments before the call.
#include <assert.h>

static int trace;
static int t(int d) {
    trace = trace * 10 + d;
    return d;
}
static int last(int v) {
    int seen = trace;
    t(9);
    return seen + v;
}

int main(void) {
    t(1) && t(2), t(3);
    assert(trace == 123);
    trace = 0;
    int r = t(1) ? (t(2), t(3)) : t(4);
    assert(trace == 123 && r == 3);
    trace = 0;
    int a = t(5), b = t(6);
    assert(trace == 56 && a + b == 11);
    trace = 0;
    assert(last(t(7)) == 14);
    assert(trace == 79);
    int i = 2;
    i = i++ ? i * 2 : 0;
    assert(i == 6);
    int v[3] = {0};
    i = 0;
    i++, v[i] = i;
    assert(v[1] == 1);
    return 0;
}
