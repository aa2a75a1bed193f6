#include <pthread.h>

struct {
    unsigned a : 4, b : 4;
} x = {1, 2};
static void *t(void *p) { return x.a ? 0 : p; }

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    int b = x.b;
    pthread_join(h, 0);
    return b;
}
