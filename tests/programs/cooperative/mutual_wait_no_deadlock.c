// Each generates its event before it waits for the other's: in one instant, so both get it.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f;

static void left(void *arg) {
    (void)arg;
    ft_thread_generate(e);
    ft_thread_await(f);
}

static void right(void *arg) {
    (void)arg;
    ft_thread_generate(f);
    ft_thread_await(e);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    ft_thread_create(s, left, 0, 0);
    ft_thread_create(s, right, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
