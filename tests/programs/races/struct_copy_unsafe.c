// Copying a whole struct reads all its members.
#include <pthread.h>

struct rec { int a, b, c; };
static struct rec r;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    r.b = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    struct rec copy;
    pthread_create(&t, 0, writer, 0);
    pthread_mutex_lock(&m);
    copy = r;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return copy.a;
}
