// pthread_spin_trylock returns EBUSY while the lock is held.
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);

static pthread_spinlock_t l;
static int x;

static void *worker(void *arg) {
    (void)arg;
    int r = pthread_spin_trylock(&l);
    if (r == 0) {
        x++;
        pthread_spin_unlock(&l);
    } else if (r != EBUSY) {
        reach_error();
    }
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_spin_init(&l, 0);
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (x != 2 && x != 1)
        reach_error();
    return 0;
}
