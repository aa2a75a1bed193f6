// pthread_self is the same in one thread and different between threads.
#include <pthread.h>
extern void reach_error(void);

static pthread_t main_id;

static void *worker(void *arg) {
    (void)arg;
    if (!pthread_equal(pthread_self(), pthread_self()))
        reach_error();
    if (pthread_equal(pthread_self(), main_id))
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    main_id = pthread_self();
    pthread_create(&t, 0, worker, 0);
    if (pthread_equal(t, pthread_self()))
        reach_error();
    pthread_join(t, 0);
    return 0;
}
