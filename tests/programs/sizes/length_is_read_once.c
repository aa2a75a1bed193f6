#include <pthread.h>

int n = 1;
static void *t(void *x) {
    n = 2;
    return 0;
}

int main(void) {
    pthread_t h;
    int a[2][n], (*p)[n] = a;
    pthread_create(&h, 0, t, 0);
    p[1][0] = sizeof a;
    pthread_join(h, 0);
    return a[1][0];
}
