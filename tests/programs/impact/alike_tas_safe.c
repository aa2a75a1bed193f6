/* Threads that are alike take a test-and-set lock: without symmetry the tree grows with every order of them. */
#include <pthread.h>
extern void reach_error(void);
#ifndef THREADS
#define THREADS 3
#endif
int lock, inside;
void *work(void *arg) {
    for (int round = 0; round < 2; round++) {
        while (__sync_lock_test_and_set(&lock, 1))
            ;
        inside = inside + 1;
        if (inside != 1)
            reach_error();
        inside = inside - 1;
        __sync_lock_release(&lock);
    }
    return 0;
}
int main(void) {
    pthread_t id[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&id[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(id[i], 0);
    if (inside != 0)
        reach_error();
    return 0;
}
