// Two instants are not three: the waiter is there too early, and has given up when the event comes.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    ft_thread_cooperate();
    int r = ft_thread_await_n(e, 1);
    assert(r == OK);
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(0);
    ft_thread_cooperate_n(-1);
    ft_thread_cooperate_n(3);
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
