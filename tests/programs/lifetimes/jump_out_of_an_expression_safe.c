// The value of a call ends with the expression, by whatever way that is left.
#include <assert.h>

struct row {
    int cells[2];
};

static int *kept;

static struct row make(void) {
    struct row row = {{1, 2}};
    return row;
}

static int keep(int *cells, int more) {
    kept = cells;
    return more;
}

static int visit(int n) {
    while (n)
        keep(kept = make().cells, ({
                 if (n)
                     break;
                 1;
             }));
    return 0;
}

int main(void) {
    visit(1);
    assert(*kept == 7);
    return 0;
}
