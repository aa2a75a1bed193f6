// realloc keeps the common prefix; of a null pointer it is malloc.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *v = realloc(NULL, 2 * sizeof(int));
    v[0] = 1;
    v[1] = 2;
    v = realloc(v, 4 * sizeof(int));
    assert(v[0] == 1 && v[1] == 0);
    v[2] = 3;
    v[3] = 4;
    v = realloc(v, 3 * sizeof(int));
    assert(v[0] + v[1] + v[2] == 6);
    free(v);
    return 0;
}
