// A mailbox with one slot: the sender waits for the acknowledgement before it puts the next value.
// (BUG: it does not, and a value is overwritten before it is taken.)
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t put, taken;
static int slot, full, sent, got;

static void sender(void *arg) {
    (void)arg;
    while (1) {
        int value = __VERIFIER_nondet_int();
        assert(!full);
        slot = sent = value;
        full = 1;
        ft_thread_generate(put);
#ifndef BUG
        if (full)
            ft_thread_await(taken);
#endif
        ft_thread_cooperate();
    }
}

static void receiver(void *arg) {
    (void)arg;
    while (1) {
        if (!full)
            ft_thread_await(put);
        got = slot;
        full = 0;
        assert(got == sent);
        ft_thread_generate(taken);
#ifdef BUG
        ft_thread_cooperate_n(2);
#else
        ft_thread_cooperate();
#endif
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    put = ft_event_create(s);
    taken = ft_event_create(s);
    ft_thread_create(s, sender, 0, 0);
    ft_thread_create(s, receiver, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
