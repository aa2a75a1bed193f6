// A mailbox with one place and no handshake.  Nothing is overwritten, because the order of the two threads is the same in
// every instant.  The order of the N others (-DN=1..12), which blink, does not matter.
// With -DBUG the consumer now and then leaves out an instant.
#include <assert.h>
#include <fthread.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 8
#endif

static ft_scheduler_t scheduler;
static int full;
static int message;
static int on[N];

static void producer(void *arg) {
    for (;;) {
        assert(!full);
        message = __VERIFIER_nondet_int();
        full = 1;
        ft_thread_cooperate();
    }
}

static void consumer(void *arg) {
    for (;;) {
        full = 0;
#ifdef BUG
        if (__VERIFIER_nondet_int())
            ft_thread_cooperate();
#endif
        ft_thread_cooperate();
    }
}

static void blinker(void *led) {
    for (;;) {
        *(int *)led = !*(int *)led;
        ft_thread_cooperate();
    }
}

int main(void) {
    scheduler = ft_scheduler_create();
    ft_thread_create(scheduler, producer, NULL, NULL);
    for (int i = 0; i < N; i++)
        ft_thread_create(scheduler, blinker, NULL, &on[i]);
    ft_thread_create(scheduler, consumer, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
}
