// The mask is as of when the thread gets control: if it was the first of the list, both events are there when its turn comes again.
#include <assert.h>
#include <fthread.h>

static ft_event_t e, f;
static int generated;

static void selector(void *arg) {
    (void)arg;
    ft_event_t events[2] = {e, f};
    int mask[2];
    int before = generated;
    ft_thread_select(2, events, mask);
    assert(mask[0] || mask[1]);
    if (before != 1)
        assert(mask[0] && mask[1]);
}

static void generate_e(void *arg) {
    (void)arg;
    generated++;
    ft_thread_generate(e);
}

static void generate_f(void *arg) {
    (void)arg;
    generated++;
    ft_thread_generate(f);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    f = ft_event_create(s);
    ft_thread_create(s, selector, 0, 0);
    ft_thread_create(s, generate_e, 0, 0);
    ft_thread_create(s, generate_f, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
