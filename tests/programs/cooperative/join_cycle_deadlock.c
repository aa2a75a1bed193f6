// Each waits for the end of the other.
#include <assert.h>
#include <fthread.h>

static ft_thread_t a, b;

static void first(void *arg) {
    (void)arg;
    ft_thread_join(b);
}

static void second(void *arg) {
    (void)arg;
    ft_thread_join(a);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    a = ft_thread_create(s, first, 0, 0);
    b = ft_thread_create(s, second, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
