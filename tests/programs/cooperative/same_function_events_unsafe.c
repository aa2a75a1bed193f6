// Two threads of one function, with the same event as argument by mistake: both wake too early.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f;
static int phase, woken;

static void worker(void *arg) {
    ft_thread_await((ft_event_t)arg);
    woken++;
    assert(woken <= phase);
}

static void generator(void *arg) {
    (void)arg;
    phase = 1;
    ft_thread_generate(e);
    ft_thread_cooperate();
    phase = 2;
    ft_thread_generate(f);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    ft_thread_create(s, worker, 0, (void *)e);
    ft_thread_create(s, worker, 0, (void *)e);
    ft_thread_create(s, generator, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
