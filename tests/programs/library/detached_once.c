// Each thread detaches itself.
#include <assert.h>
#include <pthread.h>
void *worker(void *a) {
    assert(pthread_detach(pthread_self()) == 0);
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    return 0;
}
