// Enumerators count on from the last value; enums are integers.
#include <assert.h>

enum colour { RED, GREEN = 5, BLUE, DARK = -2, DARKER };
typedef enum { OFF, ON } power_t;
enum { SIZE = 3, DOUBLE_SIZE = SIZE * 2 };

static int table[DOUBLE_SIZE];

int main(void) {
    enum colour c = BLUE;
    power_t p = ON;

    assert(RED == 0 && GREEN == 5);
    assert(c == 2);
    assert(DARK == -2 && DARKER == -1);
    c = DARKER;
    assert(c + 1 == 0);
    p = !p;
    assert(p == OFF);
    assert(sizeof(table) == 6 * sizeof(int));
    switch (c) {
    case RED: return 1;
    case DARKER: table[SIZE] = 7; break;
    default: table[SIZE] = 8;
    }
    assert(table[3] == 7);
    return 0;
}
