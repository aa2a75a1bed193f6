#include <pthread.h>

int n = 1;
static int size(int a[][n]) { return sizeof *a; }
static void *t(void *x) {
    n = 2;
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    int s = size(0);
    pthread_join(h, 0);
    return s;
}
