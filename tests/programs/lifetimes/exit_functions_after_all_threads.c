// Nobody else is left when they run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int done;
void at_end(void) { assert(done == 3); }
void *first(void *a) {
    __atomic_fetch_add(&done, 1, 5);
    return 0;
}
void *second(void *a) {
    __atomic_fetch_add(&done, 2, 5);
    pthread_exit(0);
}
int main(void) {
    pthread_t t, u;
    atexit(at_end);
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_exit(0);
}
