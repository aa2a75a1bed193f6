// Two threads wake each other several times, in several passes of one instant; in the next instant it is over.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f, g;
static int x;

static void ping(void *arg) {
    (void)arg;
    x = 1;
    ft_thread_generate(e);
    ft_thread_await(f);
    assert(x == 2);
    x = 3;
    ft_thread_generate(g);
}

static void pong(void *arg) {
    (void)arg;
    ft_thread_await(e);
    assert(x == 1);
    x = 2;
    ft_thread_generate(f);
    ft_thread_await(g);
    assert(x == 3);
    x = 4;
}

static void later(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    assert(x == 4);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    g = ft_event_create(s);
    ft_thread_create(s, ping, 0, 0);
    ft_thread_create(s, pong, 0, 0);
    ft_thread_create(s, later, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
