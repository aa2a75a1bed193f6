// A broadcast event is present in the next instant only, and the waiter comes two instants later.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void caster(void *arg) {
    (void)arg;
    ft_scheduler_broadcast(e);
}

static void waiter(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(2);
    ft_thread_await(e);
    assert(0);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, caster, 0, 0);
    ft_thread_create(s, waiter, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
