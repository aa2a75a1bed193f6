// The worker ends in the third instant after the first: too late for a join of two, in time for a further one of two.
#include <assert.h>
#include <fthread.h>

static ft_thread_t w;
static int x;

static void worker(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(3);
    x = 1;
}

static void joiner(void *arg) {
    (void)arg;
    int r = ft_thread_join_n(w, 0);
    assert(r == ETIMEOUT);
    r = ft_thread_join_n(w, 2);
    assert(r == ETIMEOUT);
    assert(x == 0);
    r = ft_thread_join_n(w, 2);
    assert(r == OK);
    assert(x == 1);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    w = ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, joiner, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
