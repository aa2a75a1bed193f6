// In the style of a program that needs a disjunction: each thread goes through phases, and counters of one phase begin
// anew in the other, beside somebody who changes what is shared.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *first(void *arg) {
    int a = x, b = y;
    while (a > 0 && b > 0) {
        if (__VERIFIER_nondet_int()) {
            a--;
            b = __VERIFIER_nondet_int();
        } else
            b--;
    }
    return 0;
}

static void *second(void *arg) {
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&m);
        if (x > 0)
            x--;
        else
            y = __VERIFIER_nondet_int();
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t s, t;
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
