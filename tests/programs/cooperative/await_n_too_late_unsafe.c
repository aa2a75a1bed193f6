// The event comes three instants later, and the wait ends at the beginning of that instant, before it.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void waiter(void *arg) {
    (void)arg;
    int r = ft_thread_await_n(e, 3);
    assert(r == OK);
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    ft_thread_cooperate();
    ft_thread_cooperate();
    ft_thread_generate(e);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
