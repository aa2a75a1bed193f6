// Spin locks exclude each other; trylock says whether it got the lock.
#include <pthread.h>
extern void reach_error(void);

static pthread_spinlock_t l;
static int x;

static void *worker(void *arg) {
    (void)arg;
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, 0, worker, 0);
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    pthread_join(t, 0);
    if (x != 2)
        reach_error();
    pthread_spin_destroy(&l);
    return 0;
}
