#include <pthread.h>
#include <assert.h>
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
    fake.lock(&m);
    pthread_create(&p, 0, worker, &real);
    pthread_create(&q, 0, worker, &real);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(x == 2);
    return 0;
}
