// The second write needs an assumption that no execution satisfies.
#include <pthread.h>
extern void __VERIFIER_assume(int);

static int x;

static void *worker(void *arg) {
    int zero = 0;
    (void)arg;
    __VERIFIER_assume(zero == 1);
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
