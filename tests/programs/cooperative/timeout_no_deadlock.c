// All wait for events that nobody generates, but one of them gives up in time, and wakes the other.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f;

static void patient(void *arg) {
    (void)arg;
    ft_thread_await(f);
}

static void impatient(void *arg) {
    (void)arg;
    int r = ft_thread_await_n(e, 2);
    assert(r == ETIMEOUT);
    ft_thread_generate(f);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    ft_thread_create(s, patient, 0, 0);
    ft_thread_create(s, impatient, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
