// A join with a timeout: the worker ends in the second instant from now, and then the joiner has given up.
#include <assert.h>
#include <fthread.h>

static ft_thread_t w;

static void worker(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(2);
}

static void joiner(void *arg) {
    (void)arg;
    int r = ft_thread_join_n(w, 2);
    assert(r == OK);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    w = ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, joiner, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
