// trylock by the owner fails for a normal mutex and succeeds for a recursive one.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void) {
    if (pthread_mutex_trylock(&n) != 0)
        reach_error();
    if (pthread_mutex_trylock(&n) != EBUSY)
        reach_error();
    pthread_mutex_unlock(&n);
    if (pthread_mutex_trylock(&r) != 0 || pthread_mutex_trylock(&r) != 0)
        reach_error();
    pthread_mutex_unlock(&r);
    pthread_mutex_unlock(&r);
    if (pthread_mutex_trylock(&n) != 0)
        reach_error();
    return 0;
}
