// A thread that comes while the routine runs waits for its end.
#include <pthread.h>
extern void reach_error(void);

static pthread_once_t o = PTHREAD_ONCE_INIT, o2 = PTHREAD_ONCE_INIT;
static int a, b;

static void setup(void) {
    a = 1;
    b = 1;
}

static void *worker(void *arg) {
    (void)arg;
    pthread_once(&o, setup);
    if (a != b)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_once(&o, setup);
    if (a + b != 2)
        reach_error();
    pthread_join(t, 0);
    (void)o2;
    return 0;
}
