/* Main itself can do no harm, but what it creates can. */
#include <pthread.h>
extern void reach_error(void);

int x;

void *worker(void *arg) {
    if (x == 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 1;
    return 0;
}
