// The event e is long generated when f comes, but it is still the same instant: both awaits return in it.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f, g;
static int got;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_await(f);
    ft_thread_await(e);
    got = 1;
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_generate(e);
    ft_thread_await(g);
    ft_thread_generate(f);
}

static void other(void *arg) {
    (void)arg;
    ft_thread_generate(g);
    ft_thread_cooperate();
    assert(got == 1);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    g = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
