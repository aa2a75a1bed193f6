/* The event is lost if its consumer comes first: it waits for it only if it has seen that there will be one. */
#include <fthread.h>
#include <stddef.h>

static ft_scheduler_t scheduler;
static ft_event_t ready;
static int announced;

static void producer(void *arg) {
    announced = 1;
    ft_thread_generate(ready);
}

static void consumer(void *arg) {
    if (announced)
        ft_thread_await(ready);
}

int main(void) {
    scheduler = ft_scheduler_create();
    ready = ft_event_create(scheduler);
    ft_thread_create(scheduler, producer, NULL, NULL);
    ft_thread_create(scheduler, consumer, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
}
