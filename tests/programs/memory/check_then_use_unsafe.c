// The pointer is set to null between the test and the use.
#include <pthread.h>
#include <stddef.h>

static int cell;
static int *p = &cell;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *clear(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    p = NULL;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, clear, 0);
    if (p != NULL)
        *p = 1;
    pthread_join(t, 0);
    return 0;
}
