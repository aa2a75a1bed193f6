// x lives although its declaration is passed by; what it holds is not known.
#include <assert.h>
int main(void) {
    goto behind;
    int x[2] = {0, 0};
behind:
    assert(x[0] == 0);
    x[1] = 3;
    return x[1];
}
