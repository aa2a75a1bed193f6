// threads.h: thrd_create, thrd_join with a result, mtx_*.
#include <threads.h>
extern void reach_error(void);

static mtx_t m;
static int x;

static int worker(void *arg) {
    int by = *(int *)arg;
    x += by;
    return by + 1;
}

int main(void) {
    thrd_t s, t;
    int one = 1, two = 2, r;
    mtx_init(&m, mtx_plain);
    if (thrd_create(&s, worker, &one) != thrd_success)
        reach_error();
    thrd_create(&t, worker, &two);
    thrd_join(s, 0);
    thrd_join(t, &r);
    if (r != 3 || x != 3)
        reach_error();
    mtx_destroy(&m);
    return 0;
}
