// Nothing comes between the look at the flag and the wait for its event: it is never missed.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int ready;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    if (!ready) {
        ft_thread_await(e);
    }
    assert(ready);
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    ready = 1;
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
