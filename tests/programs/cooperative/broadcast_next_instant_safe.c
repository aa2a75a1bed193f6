// A broadcast event is generated at the beginning of the next instant, when all have run in this one.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int other_ran;

static void caster(void *arg) {
    (void)arg;
    ft_scheduler_broadcast(e);
}

static void waiter(void *arg) {
    (void)arg;
    ft_thread_await(e);
    assert(other_ran == 1);
}

static void other(void *arg) {
    (void)arg;
    other_ran = 1;
    ft_thread_cooperate();
    int r = ft_thread_await_n(e, 1);
    assert(r == OK);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, caster, 0, 0);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
