#include <pthread.h>

int a[2][3];
static void set(int m, int a[][m], int i) { a[i][0] = i; }
static void *t(void *x) {
    set(3, a, 1);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    set(3, a, 0);
    pthread_join(h, 0);
    return 0;
}
