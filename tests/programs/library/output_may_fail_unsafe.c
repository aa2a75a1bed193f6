#include <stdio.h>

extern void reach_error(void);

int main(void) {
    if (putchar('x') != 'x')
        if (puts("x") == EOF)
            if (fprintf(stderr, "x") != 1)
                reach_error();
    return 0;
}
