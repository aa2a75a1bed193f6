// Typedefs of structs, arrays, pointers and functions; a variable may hide a typedef name.
#include <assert.h>

typedef unsigned char byte;
typedef struct point { int x, y; } point_t, *point_ptr;
typedef int row_t[3];
typedef row_t grid_t[2];
typedef int (*binary_t)(int, int);
typedef int unary_t(int);

static int sub(int a, int b) { return a - b; }
static unary_t negate;
static int negate(int a) { return -a; }

int main(void) {
    byte b = 255;
    point_t p = {3, 4};
    point_ptr q = &p;
    grid_t g = {{1, 2, 3}, {4, 5, 6}};
    binary_t f = sub;

    b++;
    assert(b == 0);
    q->x = 10;
    assert(p.x == 10 && p.y == 4);
    assert(g[1][2] == 6);
    assert(f(5, 8) == 3);
    assert(negate(7) == -7);
    {
        int byte = 1000;
        int r = (byte) - 1;
        assert(r == 999);
        byte *= 2;
        assert(byte == 2000);
    }
    assert((byte) - 1 == 255);
    return 0;
}
