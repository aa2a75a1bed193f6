// One thread frees while the other may still read.
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *reader(void *arg) {
    (void)arg;
    return *p ? 0 : &p;
}

int main(void) {
    pthread_t t;
    p = malloc(sizeof(int));
    *p = 1;
    pthread_create(&t, 0, reader, 0);
    free(p);
    pthread_join(t, 0);
    p = 0;
    return 0;
}
