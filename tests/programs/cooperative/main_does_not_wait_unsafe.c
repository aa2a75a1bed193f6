/* Main is no thread of the scheduler: its waits fail at once. */
#include <assert.h>
#include <fthread.h>

ft_event_t event;
ft_thread_t thread;

void worker(void *arg) {
    ft_thread_cooperate();
    ft_thread_cooperate();
    assert(0);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    event = ft_event_create(s);
    thread = ft_thread_create(s, worker, 0, 0);
    ft_scheduler_start(s);
#ifdef COOPERATE
    ft_thread_cooperate();
#elif defined JOIN
    ft_thread_join(thread);
#else
    ft_thread_await(event);
#endif
    return 0;
}
