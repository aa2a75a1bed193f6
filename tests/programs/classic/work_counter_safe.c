// Threads take numbered jobs from a shared counter; each job is done once.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

#define JOBS 3
static atomic_int next;
static atomic_int done[JOBS + 1];

static void *worker(void *arg) {
    (void)arg;
    for (;;) {
        int job = atomic_fetch_add(&next, 1);
        if (job >= JOBS)
            return 0;
        if (atomic_fetch_add(&done[job], 1) != 0)
            reach_error();
    }
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    for (int i = 0; i < JOBS; i++)
        if (done[i] != 1)
            reach_error();
    return 0;
}
