// One element before a heap array.
#include <stdlib.h>

int main(void) {
    short *v = calloc(3, sizeof(short));
    int s = 0;
    for (int i = 2; i >= -1; i--)
        s += v[i];
    free(v);
    return s;
}
