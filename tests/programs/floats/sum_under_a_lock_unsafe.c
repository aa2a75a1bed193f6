// Two threads add to a double under a lock; the order of additions shows in the last bit.
#include <pthread.h>
extern void reach_error(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
double sum = 0.1;

void *second(void *p) {
    pthread_mutex_lock(&m);
    sum += 0.7;
    pthread_mutex_unlock(&m);
    return 0;
}

void *third(void *p) {
    pthread_mutex_lock(&m);
    sum += 0.2;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, second, 0);
    pthread_create(&b, 0, third, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (sum != 0.9999999999999999)
        reach_error();
    return 0;
}
