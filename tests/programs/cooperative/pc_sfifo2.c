// A producer, a filter and a consumer over two fifos with one place each, forever.  The producer numbers the values 0, 1, 0, 1, ...,
// the filter turns each round, and the consumer gets 1, 0, 1, 0, ...: nothing is lost, doubled or overtaken.
#include <assert.h>
#include <fthread.h>

static ft_event_t first_written, first_read, second_written, second_read;
static int first_full, first, second_full, second;

static void producer(void *arg) {
    int next = 0;
    (void)arg;
    while (1) {
        while (first_full) {
            ft_thread_await(first_read);
            if (first_full)
                ft_thread_cooperate();
        }
        first = next;
        first_full = 1;
        next = 1 - next;
        ft_thread_generate(first_written);
    }
}

static void filter(void *arg) {
    (void)arg;
    while (1) {
        while (!first_full) {
            ft_thread_await(first_written);
            if (!first_full)
                ft_thread_cooperate();
        }
        int value = first;
        first_full = 0;
        ft_thread_generate(first_read);
        while (second_full) {
            ft_thread_await(second_read);
            if (second_full)
                ft_thread_cooperate();
        }
        second = 1 - value;
        second_full = 1;
        ft_thread_generate(second_written);
    }
}

static void consumer(void *arg) {
    int expected = 1;
    (void)arg;
    while (1) {
        while (!second_full) {
            ft_thread_await(second_written);
            if (!second_full)
                ft_thread_cooperate();
        }
        assert(second == expected);
        second_full = 0;
        expected = 1 - expected;
        ft_thread_generate(second_read);
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    first_written = ft_event_create(s);
    first_read = ft_event_create(s);
    second_written = ft_event_create(s);
    second_read = ft_event_create(s);
    ft_thread_create(s, producer, 0, 0);
    ft_thread_create(s, filter, 0, 0);
    ft_thread_create(s, consumer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
