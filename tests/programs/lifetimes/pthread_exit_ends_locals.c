#include <pthread.h>
void leave(int *p) { pthread_exit(p); }
void *worker(void *a) {
    int x = 1;
    leave(&x);
    return 0;
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    return *(int *)r;
}
