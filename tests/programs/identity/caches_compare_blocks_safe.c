/* Threads compare and free blocks of their own: which places are in use is no variable of the program. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct block {
    struct block *next;
};
_Thread_local struct block *cache;
struct block *list;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct block *get(void) {
    struct block *b = cache;
    if (b) {
        cache = b->next;
        return b;
    }
    return malloc(sizeof *b);
}
void *t(void *a) {
    struct block *x = get();
    struct block *y = get();
    if (x == y)
        reach_error();
    pthread_mutex_lock(&m);
    y->next = list;
    list = y;
    pthread_mutex_unlock(&m);
    x->next = cache;
    cache = x;
    while (cache) {
        struct block *b = cache;
        cache = b->next;
        free(b);
    }
    return a;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    t(0);
    pthread_join(a, 0);
    return 0;
}
