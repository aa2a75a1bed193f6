/* A future on the heap: the waiter looks at its memory between entering the queue and waiting. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct future {
    pthread_mutex_t m;
    pthread_cond_t c;
    int set;
};
void *run(void *a) {
    struct future *f = a;
    pthread_mutex_lock(&f->m);
    f->set = 1;
    pthread_cond_signal(&f->c);
    pthread_mutex_unlock(&f->m);
    return 0;
}
int main(void) {
    pthread_t t;
    struct future *f = calloc(1, sizeof *f);
    pthread_mutex_init(&f->m, 0);
    pthread_cond_init(&f->c, 0);
    pthread_create(&t, 0, run, f);
    pthread_mutex_lock(&f->m);
    while (!f->set)
        pthread_cond_wait(&f->c, &f->m);
    pthread_mutex_unlock(&f->m);
    pthread_join(t, 0);
    if (!f->set)
        reach_error();
    free(f);
    return 0;
}
