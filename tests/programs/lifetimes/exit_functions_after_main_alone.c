// All others were joined: main is the last one, and its end by pthread_exit is the end of the process.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
void at_end(void) { assert(x != 2); }
void *worker(void *a) {
    x++;
    return 0;
}
int main(void) {
    pthread_t t;
    atexit(at_end);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    x++;
    pthread_exit(0);
}
