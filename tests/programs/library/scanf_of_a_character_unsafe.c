#include <stdio.h>

extern void reach_error(void);

int main(void) {
    char c;
    if (scanf("x%c", &c) == 0)
        reach_error();
    return 0;
}
