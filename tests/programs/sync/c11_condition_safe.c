// cnd_wait, cnd_signal and cnd_broadcast.
#include <threads.h>
extern void reach_error(void);

static mtx_t m;
static cnd_t c;
static int stage;

static int worker(void *arg) {
    (void)arg;
    mtx_lock(&m);
    stage = 1;
    cnd_signal(&c);
    while (stage < 2)
        cnd_wait(&c, &m);
    stage = 3;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, worker, 0);
    mtx_lock(&m);
    while (stage < 1)
        cnd_wait(&c, &m);
    if (stage != 1)
        reach_error();
    stage = 2;
    cnd_broadcast(&c);
    mtx_unlock(&m);
    thrd_join(t, 0);
    if (stage != 3)
        reach_error();
    cnd_destroy(&c);
    return 0;
}
