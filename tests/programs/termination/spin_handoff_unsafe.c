/* Two threads take turns, each spins until it is its turn; the other one keeps the last turn for itself. */
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned rounds;
static atomic_int turn;

static void *player(void *arg) {
    for (unsigned i = 0; i < rounds; i++) {
        while (turn != 1)
            ;
        if (i + 1 < rounds) turn = 0;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    rounds = __VERIFIER_nondet_uint();
    pthread_create(&t, 0, player, 0);
    for (unsigned i = 0; i < rounds; i++) {
        while (turn != 0)
            ;
        turn = 1;
    }
    while (turn != 0)
        ;
    pthread_join(t, 0);
}
