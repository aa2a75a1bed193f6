// _exit and quick_exit run nothing.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
__attribute__((destructor)) void at_end(void) { assert(0); }
void *worker(void *a) { _exit(0); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
