// Exit functions run in the last thread: they see its thread-local variables.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
_Thread_local int mine = 1;
pthread_t main_thread;
void at_end(void) { assert(mine == 2); }
void *worker(void *a) {
    mine = 2;
    pthread_join(main_thread, 0);
    return 0;
}
int main(void) {
    pthread_t t;
    main_thread = pthread_self();
    atexit(at_end);
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
