// What attributes say stays after they were destroyed: nothing is done there.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    int kind;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_destroy(&a);
    pthread_mutexattr_gettype(&a, &kind);
    assert(kind == PTHREAD_MUTEX_RECURSIVE);
    return 0;
}
