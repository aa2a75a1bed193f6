// An event generated in an instant is seen by everybody who waits for it in that instant, before or after: the waiter gets it, and
// sees what was written before it.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int data, got;

static void waiter(void *arg) {
    (void)arg;
    ft_thread_await(e);
    assert(data == 1);
    got = 1;
}

static void generator(void *arg) {
    (void)arg;
    data = 1;
    ft_thread_generate(e);
}

static void later(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    assert(got == 1);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, generator, 0, 0);
    ft_thread_create(s, later, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
