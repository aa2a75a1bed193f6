#include <alloca.h>
int f(int c) {
    int *p = 0;
    if (c) {
        p = alloca(4);
        *p = 1;
    }
    return p ? *p : 0;
}
int main(void) { return f(1) + f(0); }
