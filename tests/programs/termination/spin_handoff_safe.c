/* Two threads take turns, each spins until it is its turn. */
#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 5
static atomic_int turn;

static void *player(void *arg) {
    for (unsigned i = 0; i < ROUNDS; i++) {
        while (turn != 1)
            ;
        turn = 0;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, player, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        while (turn != 0)
            ;
        turn = 1;
    }
    pthread_join(t, 0);
}
