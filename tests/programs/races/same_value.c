// Writing the value that is already there is a race all the same.
#include <pthread.h>
extern void reach_error(void);

static int x = 1;

static void *worker(void *arg) {
    (void)arg;
    x = 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 1)
        reach_error();
    return 0;
}
