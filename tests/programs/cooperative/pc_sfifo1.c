// A producer and a consumer over a fifo with one place, forever.  Both look at the fifo again after each event, because an event
// stays present for the whole instant, and sleep for an instant if it was an old one.  Every value is read once, unchanged.
#include <assert.h>
#include <fthread.h>
extern int __VERIFIER_nondet_int(void);

static ft_event_t data_written, data_read;
static int full, slot, last_written, last_read;
static unsigned written, seen;

static void producer(void *arg) {
    (void)arg;
    while (1) {
        while (full) {
            ft_thread_await(data_read);
            if (full)
                ft_thread_cooperate();
        }
        assert(written == seen);
        slot = __VERIFIER_nondet_int();
        last_written = slot;
        written++;
        full = 1;
        ft_thread_generate(data_written);
    }
}

static void consumer(void *arg) {
    (void)arg;
    while (1) {
        while (!full) {
            ft_thread_await(data_written);
            if (!full)
                ft_thread_cooperate();
        }
        last_read = slot;
        seen++;
        full = 0;
        assert(last_read == last_written);
        assert(written == seen);
        ft_thread_generate(data_read);
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    data_written = ft_event_create(s);
    data_read = ft_event_create(s);
    ft_thread_create(s, producer, 0, 0);
    ft_thread_create(s, consumer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
