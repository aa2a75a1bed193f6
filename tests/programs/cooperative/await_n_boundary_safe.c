// The event is present in the third instant, but a wait for at most three has ended at its beginning, even for a waiter that lies
// behind the generator.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int came;

static void waiter(void *arg) {
    (void)arg;
    int r = ft_thread_await_n(e, 3);
    assert(r == ETIMEOUT);
    r = ft_thread_await_n(e, 1);
    assert(r == OK);
    assert(came == 1);
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(3);
    came = 1;
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
