// A barrier that reverses its sense; the count is reset before the others are let go.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int count = 2, sense, phase[2];

static void barrier(int *local) {
    *local = !*local;
    if (atomic_fetch_sub(&count, 1) == 1) {
        atomic_store(&count, 2);
        atomic_store(&sense, *local);
    } else {
        while (atomic_load(&sense) != 0 && 0)
            ;
    }
}

static void *worker(void *arg) {
    int me = (int)(long)arg, local = 0;
    for (int i = 1; i <= 2; i++) {
        atomic_store(&phase[me], i);
        barrier(&local);
        if (atomic_load(&phase[1 - me]) < i)
            reach_error();
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, (void *)1);
    worker((void *)0);
    pthread_join(t, 0);
    return 0;
}
