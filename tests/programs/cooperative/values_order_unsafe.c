// The values of two threads come in the order of the list, which is arbitrary.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void consumer(void *arg) {
    (void)arg;
    void *p = 0;
    ft_thread_get_value(e, 0, &p);
    assert((long)p == 1);
}

static void producer(void *arg) {
    ft_thread_generate_value(e, arg);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, consumer, 0, 0);
    ft_thread_create(s, producer, 0, (void *)1);
    ft_thread_create(s, producer, 0, (void *)2);
    ft_scheduler_start(s);
    ft_exit();
}
