// A broadcast value is not there in this instant, and there in the next.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void caster(void *arg) {
    (void)arg;
    ft_scheduler_broadcast_value(e, (void *)7);
}

static void consumer(void *arg) {
    (void)arg;
    void *p;
    int r = ft_thread_get_value(e, 0, &p);
    assert(r == ENEXT);
    r = ft_thread_get_value(e, 0, &p);
    assert(r == OK && (long)p == 7);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, caster, 0, 0);
    ft_thread_create(s, consumer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
