// Two values of one event in one instant, in the order of their generation; there is no third, and that is known in the next instant.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void consumer(void *arg) {
    (void)arg;
    void *p;
    ft_thread_await(e);
    int r = ft_thread_get_value(e, 0, &p);
    assert(r == OK && (long)p == 5);
    r = ft_thread_get_value(e, 1, &p);
    assert(r == OK && (long)p == 6);
    r = ft_thread_get_value(e, 2, &p);
    assert(r == ENEXT);
    r = ft_thread_get_value(e, 0, &p);
    assert(r == ENEXT);
}

static void producer(void *arg) {
    (void)arg;
    ft_thread_generate_value(e, (void *)5);
    ft_thread_generate_value(e, (void *)6);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, consumer, 0, 0);
    ft_thread_create(s, producer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
