// The jump out of the block stands before the declaration; it comes after it, all the same.
#include <assert.h>

int *kept;

void visit(int n) {
again:
    if (n)
        return;
    int local = 3;
    kept = &local;
    n = 1;
    goto again;
}

int main(void) {
    visit(0);
    assert(*kept == 4);
    return 0;
}
