// memcpy holds what it has read until it is written.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int k;
    int *p;
} from, to;

void *worker(void *unused) {
    memcpy(&to, &from, sizeof from);
    return 0;
}

int main(void) {
    pthread_t t;
    from.k = 1;
    from.p = malloc(4);
    pthread_create(&t, 0, worker, 0);
    while (to.k != 1)
        ;
    from.p = 0;
    return 0;
}
