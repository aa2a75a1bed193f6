#include <pthread.h>
#include <stdlib.h>

void *f(void *p) {
    return p;
}

int main(void) {
    pthread_t t;
    pthread_attr_t *a = malloc(sizeof *a);
    if (!a)
        return 0;
    pthread_attr_init(a);
    free(a);
    pthread_create(&t, a, f, 0);
    pthread_join(t, 0);
    return 0;
}
