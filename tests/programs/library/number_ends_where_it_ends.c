// strtol, strspn and strstr read no further than they need; the text need not end with a NUL there.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(3);
    p[0] = '4';
    p[1] = '2';
    p[2] = '-';
    long n = strtol(p, 0, 10);
    size_t m = strspn(p, "24");
    char *q = strstr(p, "42");
    free(p);
    return n != 42 || m != 2 || q != p;
}
