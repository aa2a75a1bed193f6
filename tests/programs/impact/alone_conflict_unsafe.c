/* Main reads what the other thread still writes: no protection, no order, so neither may go alone. */
#include <pthread.h>
extern void reach_error(void);

int x;

void *worker(void *arg) {
    x = 1;
    x = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (x == 1)
        reach_error();
    return 0;
}
