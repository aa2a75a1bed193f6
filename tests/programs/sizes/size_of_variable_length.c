#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char n = 3;
    int a[n], b[n];
    n = 200;
    for (int i = 0; i < sizeof a / sizeof *a; i++)
        a[i] = i;
    memcpy(b, a, sizeof a);
    assert(sizeof a == 12 && b[2] == 2);
    int *p = malloc(sizeof(int[n]));
    int (*q)[n] = malloc(2 * sizeof *q);
    if (!p || !q)
        abort();
    p[199] = 1;
    q[1][199] = 2;
    assert(sizeof *q == 800);
    free(p);
    free(q);
    return 0;
}
