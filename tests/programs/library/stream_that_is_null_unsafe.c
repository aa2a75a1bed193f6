#include <stdio.h>

FILE *out;

int main(void) {
    fputs("x", stdout);
    fprintf(out, "x");
    return 0;
}
