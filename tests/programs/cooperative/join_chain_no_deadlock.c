// Each waits for the end of the next, and the last one ends: so all end, in one instant.
#include <assert.h>
#include <fthread.h>

static ft_thread_t b, c;

static void first(void *arg) {
    (void)arg;
    ft_thread_join(b);
}

static void second(void *arg) {
    (void)arg;
    ft_thread_join(c);
}

static void third(void *arg) {
    (void)arg;
    ft_thread_cooperate();
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, first, 0, 0);
    b = ft_thread_create(s, second, 0, 0);
    c = ft_thread_create(s, third, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
