// The child starts one instant after its creation, when the event of that instant is forgotten.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;

static void child(void *arg) {
    (void)arg;
    ft_thread_await(e);
    assert(0);
}

static void parent(void *arg) {
    (void)arg;
    ft_thread_create(ft_thread_scheduler(), child, 0, 0);
    ft_thread_generate(e);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, parent, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
