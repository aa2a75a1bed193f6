// A queue for one producer and one consumer: the index is published after the data.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

#define SIZE 2
static int ring[SIZE];
static atomic_uint head, tail;

static int put(int v) {
    unsigned t = atomic_load(&tail);
    if (t - atomic_load(&head) == SIZE)
        return 0;
    ring[t % SIZE] = v;
    atomic_store(&tail, t + 1);
    return 1;
}

static int get(int *v) {
    unsigned h = atomic_load(&head);
    if (h == atomic_load(&tail))
        return 0;
    *v = ring[h % SIZE];
    atomic_store(&head, h + 1);
    return 1;
}

static void *producer(void *arg) {
    (void)arg;
    for (int i = 1; i <= 3; i++)
        if (!put(i))
            break;
    return 0;
}

int main(void) {
    pthread_t t;
    int v, expected = 1;
    pthread_create(&t, 0, producer, 0);
    for (int i = 0; i < 3; i++)
        if (get(&v) && v != expected++)
            reach_error();
    pthread_join(t, 0);
    return 0;
}
