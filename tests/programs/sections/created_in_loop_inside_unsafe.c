// A loop of creations inside of a section, with the handles kept.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;
static pthread_t t[2];

static void *worker(void *arg) {
    int old = x;
    x = old + 1;
    return 0;
}

int main(void) {
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    __VERIFIER_atomic_end();
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    if (x != 2)
        reach_error();
    return 0;
}
