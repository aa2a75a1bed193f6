/* Ids of threads that all live are different, also as numbers. */
#include <pthread.h>
extern void reach_error(void);
unsigned long owner;
int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *p) {
    pthread_mutex_lock(&m);
    owner = pthread_self();
    if (owner != (unsigned long)pthread_self())
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    if ((unsigned long)a == b)
        reach_error();
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
