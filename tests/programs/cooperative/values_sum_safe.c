// Each of three threads adds a value, and the collector gets them all in that instant, in any order, because it waits for more until
// the instant ends.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void collector(void *arg) {
    (void)arg;
    int sum = 0, k = 0;
    void *p;
    while (ft_thread_get_value(e, k, &p) == OK) {
        sum += (int)(long)p;
        k++;
    }
    assert(k == 3);
    assert(sum == 7);
}

static void producer(void *arg) {
    ft_thread_generate_value(e, arg);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, collector, 0, 0);
    ft_thread_create(s, producer, 0, (void *)1);
    ft_thread_create(s, producer, 0, (void *)2);
    ft_thread_create(s, producer, 0, (void *)4);
    ft_scheduler_start(s);
    ft_exit();
}
