#include <assert.h>

struct row {
    int cells[2];
};

static struct row make(int n) {
    struct row row = {{n, n + 1}};
    return row;
}

int main(void) {
    int value = *({ make(3).cells; });
    assert(value == 7);
    return 0;
}
