// Three tasks with periods of 1, 2 and 4 instants; a filter runs on what the fastest one samples, and the slowest one reports.
#include <assert.h>
#include <fthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int sample, average, report, jobs;

static void fast(void *arg) {
    (void)arg;
    while (1) {
        sample = __VERIFIER_nondet_uchar();
        ft_thread_cooperate();
    }
}

static void medium(void *arg) {
    (void)arg;
    while (1) {
#ifdef BUG
        average = average + sample / 4;
#else
        average = (3 * average + sample) / 4;
#endif
        if (jobs < 2)
            jobs++;
        ft_thread_cooperate_n(2);
    }
}

static void slow(void *arg) {
    (void)arg;
    while (1) {
        report = average;
        assert(report >= 0 && report <= 255);
        assert(jobs <= 2);
        jobs = 0;
        ft_thread_cooperate_n(4);
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, fast, 0, 0);
    ft_thread_create(s, medium, 0, 0);
    ft_thread_create(s, slow, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
