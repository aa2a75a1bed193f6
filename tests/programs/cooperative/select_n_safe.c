// A selection with a timeout: nothing comes within two instants, and one of the events in the third.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f, g;

static void selector(void *arg) {
    (void)arg;
    ft_event_t events[3] = {e, f, g};
    int mask[3];
    int r = ft_thread_select_n(3, events, mask, 2);
    assert(r == ETIMEOUT);
    r = ft_thread_select_n(3, events, mask, 2);
    assert(r == OK);
    assert(!mask[0] && !mask[1] && mask[2]);
}

static void generator(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(3);
    ft_thread_generate(g);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    g = ft_event_create(s);
    ft_thread_create(s, selector, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
