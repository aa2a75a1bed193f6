// Data in two stages, each behind a lock of its own: writers set the first, then derive the second from it. A reader that
// comes between the two sees a first stage without its second. Writers: 2, readers: 1.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

#define WRITERS 2
#define READERS 1

static int first, second;
static pthread_mutex_t *first_lock, *second_lock;

static pthread_mutex_t *new_lock(void) {
    pthread_mutex_t *lock = malloc(sizeof *lock);
    if (pthread_mutex_init(lock, 0) != 0)
        exit(1);
    return lock;
}

static void acquire(pthread_mutex_t *lock) {
    if (pthread_mutex_lock(lock) != 0)
        exit(1);
}

static void release(pthread_mutex_t *lock) {
    if (pthread_mutex_unlock(lock) != 0)
        exit(1);
}

static void *writer(void *arg) {
    acquire(first_lock);
    first = 1;
    release(first_lock);
    acquire(second_lock);
    second = first + 1;
    release(second_lock);
    return 0;
}

static void *reader(void *arg) {
    int one, two;
    acquire(first_lock);
    one = first;
    release(first_lock);
    if (one == 0)
        return 0;
    acquire(second_lock);
    two = second;
    release(second_lock);
    if (two != one + 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t writers[WRITERS], readers[READERS];
    first_lock = new_lock();
    second_lock = new_lock();
    for (int i = 0; i < WRITERS; i++)
        if (pthread_create(&writers[i], 0, writer, 0) != 0)
            exit(1);
    for (int i = 0; i < READERS; i++)
        if (pthread_create(&readers[i], 0, reader, 0) != 0)
            exit(1);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i], 0);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], 0);
    return 0;
}
