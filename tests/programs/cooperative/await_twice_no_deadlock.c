// Two awaits of the same event without cooperating between them: one event is enough for both, in the same instant.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int got;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_await(e);
    got = 1;
    ft_thread_await(e);
    got = 2;
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_generate(e);
    ft_thread_cooperate();
    assert(got == 2);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
