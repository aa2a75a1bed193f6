// A factorial by two fair threads: one hands over the factors, the other multiplies.  A factor is taken in the instant after it was
// announced, and the next one is put only after the acknowledgement, in a later instant: no factor is overwritten, none is taken twice.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t ready, taken;
static int n, finished, full;
static unsigned factor, product = 1;

static void counter(void *arg) {
    (void)arg;
    for (int i = 0; i < n; i++) {
        assert(!full);
        factor = (unsigned)i + 1;
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
        ft_thread_cooperate();
        assert(full);
        product = product * factor;
        full = 0;
        ft_thread_generate(taken);
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ready = ft_event_create(s);
    taken = ft_event_create(s);
    n = __VERIFIER_nondet_int();
    ft_thread_create(s, counter, 0, 0);
    ft_thread_create(s, multiplier, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
