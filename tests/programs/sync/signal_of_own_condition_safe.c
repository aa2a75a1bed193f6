// Nobody else can wait there: in the heap, in a local structure, in thread-local storage, in threads that are alike.
#include <pthread.h>
#include <stdlib.h>

struct box {
    int value;
    pthread_cond_t changed;
};
_Thread_local pthread_cond_t own;

void *work(void *arg) {
    struct box box;
    pthread_cond_init(&box.changed, 0);
    pthread_cond_signal(&box.changed);
    pthread_cond_signal(&own);
    struct box *other = malloc(sizeof *other);
    pthread_cond_init(&other->changed, 0);
    pthread_cond_signal(&other->changed);
    free(other);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    work(0);
    return 0;
}
