// Each thread knows itself: it is what its creation returned, and not the other.
#include <assert.h>
#include <fthread.h>

static ft_thread_t a, b;

static void worker(void *arg) {
    ft_thread_t me = ft_thread_self();
    assert(me == ((long)arg == 1 ? a : b));
    ft_thread_cooperate();
    assert(me == ft_thread_self());
    assert(a != b);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    a = ft_thread_create(s, worker, 0, (void *)1);
    b = ft_thread_create(s, worker, 0, (void *)2);
    ft_scheduler_start(s);
    ft_exit();
}
