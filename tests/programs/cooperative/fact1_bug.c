// A factorial by two fair threads, without the acknowledgement: the counter relies on the multiplier running before it in the next
// instant.  With the counter first in the list, the second factor is put over the first.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t ready;
static int n, finished, full;
static unsigned factor, product = 1;

static void counter(void *arg) {
    (void)arg;
    for (int i = 0; i < n; i++) {
        assert(!full);
        factor = (unsigned)i + 1;
        full = 1;
        ft_thread_generate(ready);
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
        product = product * factor;
        full = 0;
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ready = ft_event_create(s);
    n = __VERIFIER_nondet_int();
    ft_thread_create(s, counter, 0, 0);
    ft_thread_create(s, multiplier, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
