#include <pthread.h>

int r;
static void *t(void *x) {
    __builtin_add_overflow(1, 2, &r);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    __builtin_sub_overflow(1, 2, &r);
    pthread_join(h, 0);
    return 0;
}
