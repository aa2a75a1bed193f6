// P mailboxes (-DP=1..5) with one place and no handshake.  Nothing is overwritten, because the order of the two threads of
// each is the same in every instant.  The order of the pairs, and of the N others (-DN=1..12), which blink, does not matter.
// With -DBUG the consumers now and then leave out an instant.
#include <assert.h>
#include <fthread.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

#ifndef P
#define P 1
#endif
#ifndef N
#define N 8
#endif

typedef struct {
    int full;
    int message;
} mailbox;

static ft_scheduler_t scheduler;
static mailbox mailboxes[P];
static int on[N];

static void producer(void *arg) {
    mailbox *box = arg;
    for (;;) {
        assert(!box->full);
        box->message = __VERIFIER_nondet_int();
        box->full = 1;
        ft_thread_cooperate();
    }
}

static void consumer(void *arg) {
    mailbox *box = arg;
    for (;;) {
        box->full = 0;
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
    for (int i = 0; i < P; i++)
        ft_thread_create(scheduler, producer, NULL, &mailboxes[i]);
    for (int i = 0; i < N; i++)
        ft_thread_create(scheduler, blinker, NULL, &on[i]);
    for (int i = 0; i < P; i++)
        ft_thread_create(scheduler, consumer, NULL, &mailboxes[i]);
    ft_scheduler_start(scheduler);
    ft_exit();
}
