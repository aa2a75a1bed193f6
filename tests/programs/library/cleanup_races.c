#include <pthread.h>

int x;
static void clean(void *p) { x = 1; }
static void *t(void *p) {
    pthread_cleanup_push(clean, 0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    x = 2;
    pthread_join(h, 0);
    return 0;
}
