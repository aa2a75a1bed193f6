// A thread that orders its own end goes on until the end of the instant, and not in the next one.
#include <assert.h>
#include <fthread.h>

static int x, cleaned;

static void worker(void *arg) {
    (void)arg;
    ft_scheduler_stop(ft_thread_self());
    x = 1;
    ft_thread_cooperate();
    x = 2;
}

static void cleanup(void *arg) {
    (void)arg;
    assert(x == 1);
    cleaned = 1;
}

static void later(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(2);
    assert(x == 1);
    assert(cleaned == 1);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, cleanup, 0);
    ft_thread_create(s, later, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
