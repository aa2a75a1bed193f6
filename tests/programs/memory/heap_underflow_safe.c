// One element before a heap array.
#include <stdlib.h>

int main(void) {
    short *v = calloc(3, sizeof(short));
    short *p = v + 2;
    int s = 0;
    while (p >= v) {
        s += *p;
        p--;
    }
    free(v);
    return s;
}
