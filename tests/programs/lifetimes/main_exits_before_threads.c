// The locals of main end with it, although other threads go on.
#include <pthread.h>
void *worker(void *a) { return (void *)(long)*(int *)a; }
int main(void) {
    pthread_t t;
    int x = 1;
    pthread_create(&t, 0, worker, &x);
    pthread_exit(0);
}
