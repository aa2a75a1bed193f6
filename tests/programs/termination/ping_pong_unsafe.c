// Two threads take turns a bounded number of times, or for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *player(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i = 1 - i) {
        while (atomic_load(&turn) != me)
            ;
        atomic_store(&turn, 1 - me);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, player, (void *)1);
    player((void *)0);
    pthread_join(t, 0);
    return 0;
}
