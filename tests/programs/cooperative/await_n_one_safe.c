// At most one instant is this instant: the event of the first is seen in any order, the one of the second is not waited for.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f;
static int second;

static void waiter(void *arg) {
    (void)arg;
    int r = ft_thread_await_n(e, 1);
    assert(r == OK);
    assert(second == 0);
    r = ft_thread_await_n(f, 1);
    assert(r == ETIMEOUT);
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_generate(e);
    ft_thread_cooperate();
    second = 1;
    ft_thread_generate(f);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
