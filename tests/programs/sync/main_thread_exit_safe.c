// When main calls pthread_exit the other threads go on; when it returns they may be cut off.
#include <pthread.h>
extern void reach_error(void);

static int x;

static void *second(void *arg) {
    pthread_t *first = arg;
    pthread_join(*first, 0);
    if (x != 1)
        reach_error();
    x = 2;
    return 0;
}

static void *first(void *arg) {
    (void)arg;
    x = 1;
    return 0;
}

static pthread_t a, b;

int main(void) {
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, &a);
    pthread_exit(0);
}
