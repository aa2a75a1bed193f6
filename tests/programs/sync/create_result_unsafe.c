// pthread_create and pthread_join return 0 here; the thread's return value comes through join.
#include <pthread.h>
extern void reach_error(void);

static int cell = 3;

static void *worker(void *arg) {
    int *p = arg;
    *p += 4;
    return p;
}

int main(void) {
    pthread_t t;
    void *res = 0;
    if (pthread_create(&t, 0, worker, &cell) != 0)
        reach_error();
    if (pthread_join(t, &res) != 0)
        reach_error();
    if (*(int *)res != 3)
        reach_error();
    return 0;
}
