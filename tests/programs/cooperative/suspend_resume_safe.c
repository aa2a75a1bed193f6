// A suspended thread does not run from the next instant on, and goes on after it was resumed.
#include <assert.h>
#include <fthread.h>

static ft_thread_t t;
static int ticks;

static void ticker(void *arg) {
    (void)arg;
    for (int i = 0; i < 8; i++) {
        ticks++;
        ft_thread_cooperate();
    }
}

static void boss(void *arg) {
    (void)arg;
    ft_scheduler_suspend(t);
    ft_thread_cooperate();
    assert(ticks == 1);
    ft_thread_cooperate_n(3);
    assert(ticks == 1);
    ft_scheduler_resume(t);
    assert(ticks == 1);
    ft_thread_cooperate_n(2);
    assert(ticks == 2 || ticks == 3);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    t = ft_thread_create(s, ticker, 0, 0);
    ft_thread_create(s, boss, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
