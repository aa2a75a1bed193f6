// The block of a lock is left while a thread stands before it.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t *g;
static int entered;

static void *visitor(void *unused) {
    pthread_mutex_lock(g);
    entered = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    {
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        g = &m;
        pthread_mutex_lock(g);
        pthread_create(&t, 0, visitor, 0);
    }
    pthread_join(t, 0);
    if (entered)
        reach_error();
    return 0;
}
