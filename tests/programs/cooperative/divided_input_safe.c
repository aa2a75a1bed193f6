// Inputs are divided before they are stored: what is added in each instant is at most 85, and below 916 there is room for it.
#include <assert.h>
#include <fthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int total;

static void collector(void *arg) {
    (void)arg;
    while (1) {
        if (total <= 1000 - 85)
            total = total + __VERIFIER_nondet_uchar() / 3;
        else
            total = 0;
        ft_thread_cooperate();
    }
}

static void observer(void *arg) {
    (void)arg;
    while (1) {
        assert(total >= 0 && total <= 1000);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, collector, 0, 0);
    ft_thread_create(s, observer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
