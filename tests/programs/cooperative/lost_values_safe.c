/* A value is got by a thread that has waited for it, or that comes after it. */
#include <fthread.h>
#include <stddef.h>

extern void reach_error(void);
static ft_scheduler_t scheduler;
static ft_event_t sample;
static int reading = 7;

static void sensor(void *arg) { ft_thread_generate_value(sample, &reading); }

static void display(void *arg) {
    void *got;
    if (ft_thread_get_value(sample, 0, &got) != OK || *(int *)got != 7)
        reach_error();
}

int main(void) {
    scheduler = ft_scheduler_create();
    sample = ft_event_create(scheduler);
    ft_thread_create(scheduler, sensor, NULL, NULL);
    ft_thread_create(scheduler, display, NULL, NULL);
    ft_scheduler_start(scheduler);
    ft_exit();
}
