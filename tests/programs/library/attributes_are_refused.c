// What is no value of an attribute is refused.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
    pthread_attr_t a;
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_attr_init(&a);
    pthread_mutexattr_init(&m);
    pthread_condattr_init(&c);
    assert(pthread_attr_setdetachstate(&a, 7) == EINVAL && pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_setstacksize(&a, 1) == EINVAL && pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_mutexattr_setpshared(&m, 5) == EINVAL && pthread_mutexattr_setpshared(&m, 0) == 0);
    assert(pthread_condattr_setclock(&c, 77) == EINVAL && pthread_condattr_setclock(&c, 1) == 0);
    return 0;
}
