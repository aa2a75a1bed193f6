// An operand waits for the other one, which never comes.
#include <pthread.h>
#include <stdlib.h>

int zero;

void use(int *p, int n) {
    free(p);
}

void *worker(void *unused) {
    use(malloc(4), 1 / zero);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
