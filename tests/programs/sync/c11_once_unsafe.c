// call_once.
#include <threads.h>
extern void reach_error(void);

static once_flag f = ONCE_FLAG_INIT;
static once_flag g = ONCE_FLAG_INIT;
static int n;

static void setup(void) { n++; }

static int worker(void *arg) {
    (void)arg;
    call_once(&f, setup);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, worker, 0);
    call_once(&f, setup);
    thrd_join(t, 0);
    call_once(&g, setup);
    if (n != 1)
        reach_error();
    (void)g;
    return 0;
}
