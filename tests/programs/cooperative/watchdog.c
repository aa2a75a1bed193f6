// A watchdog counts down in each instant and must be fed before it bites; the worker feeds it after at most LONGEST instants of work.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

#ifdef BUG
#define LONGEST 4
#else
#define LONGEST 3
#endif
#define LIMIT 5
static int left = LIMIT;
static int bitten;

static void worker(void *arg) {
    (void)arg;
    while (1) {
        int work = __VERIFIER_nondet_int();
        if (work < 1)
            work = 1;
        if (work > LONGEST)
            work = LONGEST;
        for (int i = 0; i < work; i++)
            ft_thread_cooperate();
        left = LIMIT;
        ft_thread_cooperate();
    }
}

static void watchdog(void *arg) {
    (void)arg;
    while (1) {
        left--;
        if (left == 0)
            bitten = 1;
        assert(!bitten);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, watchdog, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
