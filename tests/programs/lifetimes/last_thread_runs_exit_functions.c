// Main ends first; the last thread to end ends the process, so what atexit was given runs then.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int done;
void at_end(void) { assert(!done); }
void *worker(void *a) {
    done = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    atexit(at_end);
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    pthread_exit(0);
}
