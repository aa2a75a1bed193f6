// An order to stop takes effect in the next instant: in this one the victim still runs, if it lies behind.
#include <assert.h>
#include <fthread.h>

static ft_thread_t v;
static int ordered;

static void victim(void *arg) {
    (void)arg;
    assert(!ordered);
}

static void stopper(void *arg) {
    (void)arg;
    ft_scheduler_stop(v);
    ordered = 1;
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    v = ft_thread_create(s, victim, 0, 0);
    ft_thread_create(s, stopper, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
