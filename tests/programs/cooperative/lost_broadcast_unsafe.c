/* The event comes with the next instant, when its only consumer has ended. */
#include <fthread.h>
#include <stddef.h>

static ft_scheduler_t scheduler;
static ft_event_t alarm_;

static void guard(void *arg) { ft_scheduler_broadcast(alarm_); }

static void siren(void *arg) { ft_thread_await_n(alarm_, 1); }

int main(void) {
    scheduler = ft_scheduler_create();
    alarm_ = ft_event_create(scheduler);
    ft_thread_create(scheduler, guard, NULL, NULL);
    ft_thread_create(scheduler, siren, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
}
