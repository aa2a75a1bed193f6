// A factorial by two fair threads, and a third that waits for the end of both: every factor was multiplied exactly
// once.  The factors go down from n.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static ft_event_t ready, taken;
static ft_thread_t count, multiply;
static int n, finished, full, factor, steps, product = 1;

static void counter(void *arg) {
    (void)arg;
    for (int i = n; i > 0; i--) {
        assert(!full);
        factor = i;
        full = 1;
        ft_thread_generate(ready);
        ft_thread_await(taken);
        ft_thread_cooperate();
    }
    finished = 1;
    ft_thread_generate(ready);
}

static void multiplier(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(ready);
        if (finished)
            break;
        assert(full);
        product = product * factor;
        steps++;
        full = 0;
        ft_thread_generate(taken);
        ft_thread_cooperate();
    }
}

static void checker(void *arg) {
    (void)arg;
    ft_thread_join(count);
    ft_thread_join(multiply);
    assert(steps == n);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ready = ft_event_create(s);
    taken = ft_event_create(s);
    n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    count = ft_thread_create(s, counter, 0, 0);
    multiply = ft_thread_create(s, multiplier, 0, 0);
    ft_thread_create(s, checker, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
