// A conversion with a null pointer is none whose result is not wanted.
#include <stdio.h>

int main(void) {
    char text[] = "12 13";
    int n = 0, *nowhere = 0;
    sscanf(text, "%*d %d", &n);
    sscanf(text, "%d", nowhere);
    return n;
}
