// A thread function without a result: what join stores is arbitrary.
#include <pthread.h>
#include <assert.h>
static void quiet(void *p) {}
int main(void) {
    pthread_t t;
    void *r = 0;
    pthread_create(&t, 0, (void *(*)(void *))quiet, 0);
    pthread_join(t, &r);
    assert(r == 0);
    return 0;
}
