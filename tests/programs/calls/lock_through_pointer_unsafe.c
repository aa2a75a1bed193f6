#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int none(pthread_mutex_t *p) { return 0; }
struct ops { int (*lock)(pthread_mutex_t *); int (*unlock)(pthread_mutex_t *); };
struct ops real = {pthread_mutex_lock, pthread_mutex_unlock}, fake = {none, none};
void *worker(void *a) {
    struct ops *o = a;
    o->lock(&m);
    x++;
    o->unlock(&m);
    return 0;
}
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, worker, &real);
    pthread_create(&q, 0, worker, &fake);
    return 0;
}
