// A thread that is created in an instant starts in the next, but behind its parent.
#include <assert.h>
#include <fthread.h>

static int started;

static void child(void *arg) {
    (void)arg;
    started = 1;
}

static void parent(void *arg) {
    (void)arg;
    ft_thread_create(ft_thread_scheduler(), child, 0, 0);
    ft_thread_cooperate();
    assert(started);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, parent, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
