// The value of a call is in memory until the whole expression is evaluated (C11 6.2.4).
#include <assert.h>

struct row {
    int cells[3];
};

struct row make(void) {
    struct row row = {{1, 2, 3}};
    return row;
}

int main(void) {
    int *kept = make().cells;
    assert(kept[1] == 4);
    return 0;
}
