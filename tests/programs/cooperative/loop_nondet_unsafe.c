// As long as the input says so, the sum grows by two numbers that cancel, but others run between them.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static unsigned sum;

static void worker(void *arg) {
    (void)arg;
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    while (x != 0) {
        sum += x;
        ft_thread_cooperate();
        sum -= x;
        ft_thread_cooperate();
        x = (unsigned)__VERIFIER_nondet_int();
    }
}

static void observer(void *arg) {
    (void)arg;
    while (1) {
        assert(sum == 0);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, observer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
