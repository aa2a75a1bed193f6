// The victim waits for an event that nobody generates, and is stopped.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static ft_thread_t v;

static void victim(void *arg) {
    (void)arg;
    ft_thread_await(e);
    assert(0);
}

static void stopper(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    ft_scheduler_stop(v);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    v = ft_thread_create(s, victim, 0, 0);
    ft_thread_create(s, stopper, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
