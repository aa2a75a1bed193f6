// A thread is stopped in the middle of its section, and its cleanup leaves the section for it.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_thread_t v;
static int inside;

static void victim(void *arg) {
    (void)arg;
    while (1) {
        inside = 1;
        ft_thread_cooperate();
        inside = 0;
        ft_thread_cooperate();
    }
}

static void cleanup(void *arg) {
    (void)arg;
    inside = 0;
}

static void stopper(void *arg) {
    (void)arg;
    int n = __VERIFIER_nondet_int();
    if (n > 0 && n < 4)
        ft_thread_cooperate_n(n);
    ft_scheduler_stop(v);
    ft_thread_join(v);
    assert(!inside);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    v = ft_thread_create(s, victim, cleanup, 0);
    ft_thread_create(s, stopper, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
