/* Main's return ends the other thread: it must not be taken before what that thread still does. */
#include <pthread.h>
extern void reach_error(void);

int x;

void *worker(void *arg) {
    int first = x;
    int second = x;
    if (first == 1 && second == 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 1;
    return 0;
}
