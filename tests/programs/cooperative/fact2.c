// A factorial by three fair threads: the odd factors go to one multiplier, the even ones to another.  Both take their factor in the
// instant of its announcement, so both acknowledgements are present in that instant, and none is missed by waiting for one after the other.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t ready, odd_taken, even_taken;
static int n, finished, odd_full, even_full;
static unsigned odd_factor, even_factor, odd_product = 1, even_product = 1;

static void counter(void *arg) {
    (void)arg;
    for (int i = 1; i < n; i += 2) {
        assert(!odd_full);
        assert(!even_full);
        odd_factor = (unsigned)i;
        even_factor = (unsigned)i + 1;
        odd_full = 1;
        even_full = 1;
        ft_thread_generate(ready);
        ft_thread_await(odd_taken);
        ft_thread_await(even_taken);
        ft_thread_cooperate();
    }
    finished = 1;
    ft_thread_generate(ready);
}

static void odd(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(ready);
        if (finished)
            break;
        assert(odd_full);
        odd_product = odd_product * odd_factor;
        odd_full = 0;
        ft_thread_generate(odd_taken);
        ft_thread_cooperate();
    }
}

static void even(void *arg) {
    (void)arg;
    while (1) {
        ft_thread_await(ready);
        if (finished)
            break;
        assert(even_full);
        even_product = even_product * even_factor;
        even_full = 0;
        ft_thread_generate(even_taken);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ready = ft_event_create(s);
    odd_taken = ft_event_create(s);
    even_taken = ft_event_create(s);
    n = __VERIFIER_nondet_int();
    ft_thread_create(s, counter, 0, 0);
    ft_thread_create(s, odd, 0, 0);
    ft_thread_create(s, even, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
