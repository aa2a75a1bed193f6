#include <assert.h>
#include <pthread.h>

_Thread_local int own = 3;
int *kept;

void *work(void *arg) {
    kept = &own;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(*kept == 4);
    return 0;
}
