// Waiting for at most no instants returns at once with a timeout, though the event is present; nobody else runs meanwhile.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int x;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_generate(e);
    int before = x;
    int r = ft_thread_await_n(e, 0);
    assert(r == ETIMEOUT);
    r = ft_thread_await_n(e, -1);
    assert(r == ETIMEOUT);
    assert(x == before);
    r = ft_thread_await_n(e, 1);
    assert(r == OK);
    assert(x == before);
}

static void other(void *arg) {
    (void)arg;
    while (x < 3) {
        x++;
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
