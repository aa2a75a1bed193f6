// A reader-writer lock in one word: -1 is a writer, n > 0 are n readers.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int state, writing;

static void *reader(void *arg) {
    int s;
    (void)arg;
    do {
        while ((s = atomic_load(&state)) < 0)
            ;
    } while (!atomic_compare_exchange_strong(&state, &s, s + 1));
    if (atomic_load(&writing))
        reach_error();
    atomic_fetch_sub(&state, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    int free_;
    pthread_create(&t, 0, reader, 0);
    do
        free_ = 0;
    while (!atomic_compare_exchange_strong(&state, &free_, -1));
    atomic_store(&writing, 1);
    atomic_store(&writing, 0);
    atomic_store(&state, 0);
    pthread_join(t, 0);
    return 0;
}
