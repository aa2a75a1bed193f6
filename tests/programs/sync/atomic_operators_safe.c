// Operators on _Atomic variables: x += 1 is one step, x = x + 1 is two.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static _Atomic int x;
static _Atomic(unsigned char) c = 255;

static void *worker(void *arg) {
    (void)arg;
    x += 1;
    ++x;
    x--;
    return 0;
}

int main(void) {
    pthread_t s, t;
    if (c++ != 255 || c != 0)
        reach_error();
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    return 0;
}
