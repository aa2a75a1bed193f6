// A struct is copied member by member: without the lock a half-made copy can be seen.
#include <pthread.h>
extern void reach_error(void);

struct pair { int a, b; };
static struct pair from = {1, 1}, to;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *copier(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    to = from;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    int a, b;
    pthread_create(&t, 0, copier, 0);
    a = to.a;
    b = to.b;
    if (a != b)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
