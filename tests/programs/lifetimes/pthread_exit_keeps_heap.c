#include <pthread.h>
#include <stdlib.h>
void leave(int *p) { pthread_exit(p); }
void *worker(void *a) {
    int *p = malloc(sizeof(int));
    *p = 1;
    leave(p);
    return 0;
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    int x = *(int *)r;
    free(r);
    return x;
}
