// Suspended and resumed in the same instant: suspending wins, in either order, and the thread never runs again.
#include <assert.h>
#include <fthread.h>

static ft_thread_t t;

static void ticker(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    assert(0);
}

static void suspender(void *arg) {
    (void)arg;
    ft_scheduler_suspend(t);
}

static void resumer(void *arg) {
    (void)arg;
    ft_scheduler_resume(t);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    t = ft_thread_create(s, ticker, 0, 0);
    ft_thread_create(s, suspender, 0, 0);
    ft_thread_create(s, resumer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
