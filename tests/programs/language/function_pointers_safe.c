// Calls through pointers: variables, parameters, results, members.
#include <assert.h>

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
static int (*pick(int which))(int, int) { return which ? mul : &add; }

struct ops { int (*run)(int, int); const char *name; };

int main(void) {
    int (*f)(int, int) = add;
    struct ops o = {mul, "mul"};

    assert(f(2, 3) == 5);
    f = mul;
    assert((*f)(2, 3) == 6 && (**f)(2, 3) == 6);
    assert(apply(add, 4, 5) == 9);
    assert(pick(0)(4, 5) == 9);
    assert(pick(1) == mul && pick(1) != add);
    assert(o.run(3, 3) == 9 && o.name[1] == 'u');
    o.run = 0;
    assert(!o.run);
    return 0;
}
