// Who waits for the lock of an earlier round does not get the one of the next.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t *g;
static _Atomic int got, round;

static void *visitor(void *unused) {
    pthread_mutex_lock(g);
    if (round > 0)
        reach_error();
    pthread_mutex_unlock(g);
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t m;
        round = i;
        pthread_mutex_init(&m, 0);
        if (i == 0) {
            g = &m;
            pthread_mutex_lock(&m);
            pthread_create(&t, 0, visitor, 0);
        }
    }
    return 0;
}
