#include <pthread.h>

int a[2][3];
static void set(int m, int a[][m], int i, int j) { a[i][j] = i; }
static void *t(void *x) {
    set(3, a, 1, 0);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    set(1, (int (*)[1])a, 2, 1);
    pthread_join(h, 0);
    return 0;
}
