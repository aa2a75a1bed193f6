// A helper takes the lock that its caller already holds, on one path only.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void bump(void) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
}

int main(void) {
    pthread_mutex_lock(&m);
    if (__VERIFIER_nondet_bool())
        bump();
    pthread_mutex_unlock(&m);
    bump();
    return 0;
}
