#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4, : 0, b : 4;
    char c;
    unsigned d : 2;
} x;
static void *t(void *p) {
    x.a = 1;
    x.c = 1;
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    x.b = 1;
    x.d = 1;
    pthread_join(h, 0);
    assert(x.a == 1 && x.b == 1 && x.c == 1 && x.d == 1);
    return 0;
}
