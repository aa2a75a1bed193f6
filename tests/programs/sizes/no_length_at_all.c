/* No elements are none: undefined in C, defined by gcc. */
#include <assert.h>

int main(void) {
    int n = 0;
    char b[n], c[n][4];
    assert(sizeof b + sizeof c == 0);
    return 0;
}
