/* One thread goes round in a loop that concerns nobody; the others must get their turn. */
#include <pthread.h>
extern void reach_error(void);

int x;

void *spin(void *arg) {
    int n = 0;
    while (1)
        n = !n;
    return 0;
}

void *worker(void *arg) {
    x = x + 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, spin, 0);
    pthread_create(&t[1], 0, worker, 0);
    if (x == 1)
        reach_error();
    return 0;
}
