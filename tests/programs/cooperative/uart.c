// A frame is a start bit, four data bits, their parity and a stop bit, one bit in each instant; the receiver gets what was sent.
#include <assert.h>
#include <fthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define BITS 4
static ft_event_t tick;
static int line = 1;
static unsigned data, frames;

static void transmitter(void *arg) {
    (void)arg;
    while (1) {
        unsigned parity = 0;
        data = __VERIFIER_nondet_uchar() & 15;
        line = 0;
        ft_thread_generate(tick);
        ft_thread_cooperate();
        for (int i = 0; i < BITS; i++) {
            line = data >> i & 1;
            parity ^= line;
            ft_thread_generate(tick);
            ft_thread_cooperate();
        }
        line = parity;
        ft_thread_generate(tick);
        ft_thread_cooperate();
        line = 1;
        ft_thread_generate(tick);
        ft_thread_cooperate();
    }
}

static void receiver(void *arg) {
    (void)arg;
    while (1) {
        unsigned value = 0, parity = 0;
        ft_thread_await(tick);
        assert(line == 0);
        ft_thread_cooperate();
        for (int i = 0; i < BITS; i++) {
            ft_thread_await(tick);
#ifdef BUG
            value = value << 1 | line;
#else
            value |= line << i;
#endif
            parity ^= line;
            ft_thread_cooperate();
        }
        ft_thread_await(tick);
        assert(line == (int)parity);
        ft_thread_cooperate();
        ft_thread_await(tick);
        assert(line == 1);
        assert(value == data);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    tick = ft_event_create(s);
    ft_thread_create(s, transmitter, 0, 0);
    ft_thread_create(s, receiver, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
