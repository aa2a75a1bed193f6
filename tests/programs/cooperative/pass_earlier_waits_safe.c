// A waiter that lies before the generator in the list is woken only in the next pass, after all others have run in this one.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int generated, other_ran;

static void waiter(void *arg) {
    (void)arg;
    int waited = !generated;
    ft_thread_await(e);
    if (waited)
        assert(other_ran == 1);
}

static void generator(void *arg) {
    (void)arg;
    generated = 1;
    ft_thread_generate(e);
}

static void other(void *arg) {
    (void)arg;
    other_ran = 1;
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
