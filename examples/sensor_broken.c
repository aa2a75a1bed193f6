// Cooperative threads (FairThreads). A sampler measures and announces; a logger waits for the announcement.
// The logger rests one instant longer than the sampler: it misses every other sample.
#include <assert.h>
#include <fthread.h>

extern int __VERIFIER_nondet_int(void);

ft_event_t measured;
int sample, largest = -1, taken, logged;

void sampler(void *arg) {
    while (1) {
        sample = __VERIFIER_nondet_int();
        taken++;
        ft_thread_generate(measured);
        ft_thread_cooperate();
    }
}

void logger(void *arg) {
    while (1) {
        ft_thread_await(measured);
        if (sample > largest)
            largest = sample;
        logged++;
        assert(logged == taken);
        assert(sample <= largest);
        ft_thread_cooperate_n(2);
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    measured = ft_event_create(s);
    ft_thread_create(s, sampler, 0, 0);
    ft_thread_create(s, logger, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
