// A structure with a lock of a kind is set up again, after it was used: nobody holds it, so it may be overwritten.
#include <pthread.h>

struct gate {
    pthread_cond_t opened;
    pthread_mutex_t lock;
    int is_open;
};

static void set_up(struct gate *g) {
    *g = (struct gate){0};
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&g->lock, &kind);
    pthread_cond_init(&g->opened, 0);
    pthread_mutexattr_destroy(&kind);
}

int main(void) {
    struct gate g;
    for (int round = 0; round < 2; round++) {
        set_up(&g);
        pthread_mutex_lock(&g.lock);
        g.is_open = 1;
        pthread_mutex_unlock(&g.lock);
        pthread_mutex_destroy(&g.lock);
        pthread_cond_destroy(&g.opened);
    }
    return 0;
}
