// Each round uses its own local only, in this thread and in another.
#include <pthread.h>

int *last;

static void *t(void *a) {
    *(int *)a = 1;
    return 0;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x = i;
        pthread_t p;
        last = &x;
        *last = 5;
        pthread_create(&p, 0, t, last);
        pthread_join(p, 0);
    }
    return 0;
}
