#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_cond_t c;
    pthread_condattr_t *a = malloc(sizeof *a);
    if (!a)
        return 0;
    pthread_condattr_init(a);
    free(a);
    pthread_cond_init(&c, a);
    return 0;
}
