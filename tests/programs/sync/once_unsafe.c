// The routine runs once, and everyone returns from pthread_once after it is done.
#include <pthread.h>
extern void reach_error(void);

static pthread_once_t o = PTHREAD_ONCE_INIT;
static int count;

static void setup(void) { count++; }

static void *worker(void *arg) {
    (void)arg;
    if (count == 0)
        setup();
    if (count != 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    (void)o;
    return 0;
}
