// An argument waits for the next one, whose function ends the process or goes on for ever.
#include <pthread.h>
#include <stdlib.h>

int zero;

void use(int *p, int n) {
    free(p);
}

int number(void) {
    if (zero == 0) abort();
    return 1;
}

int none(void) {
    for (;;)
        ;
    return 1;
}

void *worker(void *unused) {
    use(malloc(4), number());
    return 0;
}

void *other(void *unused) {
    use(malloc(4), none());
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, other, 0);
    use(malloc(4), (exit(0), 1));
    return 0;
}
