// x++ on a shared variable is a load and a store: an update can be lost, but not more than one here.
#include <pthread.h>
extern void reach_error(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    x++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 1 && x != 2)
        reach_error();
    return 0;
}
