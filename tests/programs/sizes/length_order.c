/* As gcc has it: lengths from right to left, the outermost of parameters last. */
#include <assert.h>

int order;
static int next(int i) {
    order = order * 10 + i;
    return i;
}
static void f(int a[next(1)], int b[next(2)], int c[][next(3)], int d[next(4)][next(5)]) {}

int main(void) {
    f(0, 0, 0, 0);
    assert(order == 35124);
    order = 0;
    int a[next(1)][next(2)], b[next(3)], (*p)[next(4)];
    assert(order == 2134);
    order = 0;
    assert(sizeof(int[next(1)][next(2)]) == 8 && order == 21);
    return 0;
}
