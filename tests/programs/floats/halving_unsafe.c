// An arbitrary double between 1 and 8 is halved by two threads.
#include <pthread.h>
extern void reach_error(void);

extern double __VERIFIER_nondet_double(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
double x;

void *worker(void *p) {
    pthread_mutex_lock(&m);
    x = x / 2;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    x = __VERIFIER_nondet_double();
    if (!(x >= 1.0 && x <= 8.0))
        return 0;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x < 0.25 || x > 1.75)
        reach_error();
    return 0;
}
