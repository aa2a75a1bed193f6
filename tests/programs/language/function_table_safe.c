// A table of functions selected by a computed index.
#include <assert.h>

static int acc;
static void inc(int n) { acc += n; }
static void dec(int n) { acc -= n; }
static void clear(int n) { acc = n & 0; }

typedef void (*op_t)(int);
static op_t const table[] = {inc, dec, clear};
static struct { int code; op_t op; } program[] = {{5, inc}, {2, dec}, {4, inc}};

int main(void) {
    int n = sizeof(table) / sizeof(table[0]);

    assert(n == 3);
    for (int i = 0; i < 3; i++)
        program[i].op(program[i].code);
    assert(acc == 7);
    for (int i = 0; i < 6; i++)
        table[i % 2](i);
    assert(acc == 4);
    table[n - 1](9);
    assert(acc == 0);
    return 0;
}
