// An order to suspend takes effect in the next instant: in this one the thread still runs.
#include <assert.h>
#include <fthread.h>

static ft_thread_t t;
static int ticks, suspended;

static void ticker(void *arg) {
    (void)arg;
    while (ticks < 3) {
        assert(!suspended);
        ticks++;
        ft_thread_cooperate();
    }
}

static void boss(void *arg) {
    (void)arg;
    ft_scheduler_suspend(t);
    suspended = 1;
    ft_thread_cooperate_n(3);
    suspended = 0;
    ft_scheduler_resume(t);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    t = ft_thread_create(s, ticker, 0, 0);
    ft_thread_create(s, boss, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
