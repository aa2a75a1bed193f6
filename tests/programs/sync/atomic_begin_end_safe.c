// Between __VERIFIER_atomic_begin and __VERIFIER_atomic_end no other thread moves.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    x++;
    y++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t s, t;
    int dx, dy;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    dx = x;
    dy = y;
    __VERIFIER_atomic_end();
    if (dx != dy)
        reach_error();
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
