// The value is generated one instant after the consumer asks for it: it gets ENEXT instead.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void consumer(void *arg) {
    (void)arg;
    void *p;
    int r = ft_thread_get_value(e, 0, &p);
    assert(r == OK);
}

static void producer(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    ft_thread_generate_value(e, (void *)1);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, consumer, 0, 0);
    ft_thread_create(s, producer, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
