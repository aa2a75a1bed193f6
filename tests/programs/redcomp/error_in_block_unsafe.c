// A violation in the middle of a critical section.
#include <pthread.h>

extern void reach_error(void);

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    if (x == 2)
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}

#define second first

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
