/* The consumer looks one instant too late. */
#include <fthread.h>
#include <stddef.h>

static ft_scheduler_t scheduler;
static ft_event_t ready;

static void producer(void *arg) { ft_thread_generate(ready); }

static void consumer(void *arg) {
    ft_thread_cooperate();
    ft_thread_await_n(ready, 3);
}

int main(void) {
    scheduler = ft_scheduler_create();
    ready = ft_event_create(scheduler);
    ft_thread_create(scheduler, producer, NULL, NULL);
    ft_thread_create(scheduler, consumer, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
}
