/* A select sees all of its events that are present when it goes on. */
#include <fthread.h>
#include <stddef.h>

static ft_scheduler_t scheduler;
static ft_event_t left, right;

static void both(void *arg) {
    ft_thread_generate(left);
    ft_thread_generate(right);
}

static void watcher(void *arg) {
    ft_event_t events[2] = {left, right};
    int mask[2];
    ft_thread_select(2, events, mask);
}

int main(void) {
    scheduler = ft_scheduler_create();
    left = ft_event_create(scheduler);
    right = ft_event_create(scheduler);
    ft_thread_create(scheduler, both, NULL, NULL);
    ft_thread_create(scheduler, watcher, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
}
