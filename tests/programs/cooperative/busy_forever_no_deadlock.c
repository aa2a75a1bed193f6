// One thread waits forever, but another one goes on forever: not a deadlock.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int x;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_await(e);
    assert(0);
}

static void busy(void *arg) {
    (void)arg;
    while (1) {
        x = 1 - x;
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, busy, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
