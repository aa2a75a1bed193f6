// mtx_trylock and the recursive kind.
#include <threads.h>
extern void reach_error(void);

static mtx_t m;
static int x;

static int worker(void *arg) {
    (void)arg;
    if (mtx_trylock(&m) == thrd_success) {
        x++;
        mtx_unlock(&m);
    }
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain | mtx_recursive);
    thrd_create(&t, worker, 0);
    mtx_lock(&m);
    mtx_lock(&m);
    x += 10;
    mtx_unlock(&m);
    mtx_unlock(&m);
    thrd_join(t, 0);
    if (x != 11 && x != 10)
        reach_error();
    return 0;
}
