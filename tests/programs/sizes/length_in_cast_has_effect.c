#include <assert.h>

int t[4];

int main(void) {
    int x = 3;
    int *p = *(int (*)[x++])t;
    assert(x != 4);
    return *p;
}
