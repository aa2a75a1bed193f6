/* Bit-fields in a row are one place in memory: who writes one writes the others as well. */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4, b : 4;
} x;
static void *t(void *p) {
    x.a = 1;
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    x.b = 1;
    pthread_join(h, 0);
    assert(x.a == 1 && x.b == 1);
    return 0;
}
