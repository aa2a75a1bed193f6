// Two awaits of the same event with a cooperate between them: the second is in the next instant, where the event is forgotten.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_await(e);
    ft_thread_cooperate();
    ft_thread_await(e);
    assert(0);
}

static void generator(void *arg) {
    (void)arg;
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
