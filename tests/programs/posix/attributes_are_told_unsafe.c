#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t a;
    int n;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&a, &n);
    assert(n == PTHREAD_CREATE_JOINABLE);
    return 0;
}
