// The parent joins its two children, which were created in different instants.
#include <assert.h>
#include <fthread.h>

static int sum;

static void child(void *arg) {
    sum += (int)(long)arg;
    ft_thread_cooperate();
    sum += (int)(long)arg;
}

static void parent(void *arg) {
    (void)arg;
    ft_scheduler_t s = ft_thread_scheduler();
    ft_thread_t a = ft_thread_create(s, child, 0, (void *)1);
    ft_thread_cooperate();
    ft_thread_t b = ft_thread_create(s, child, 0, (void *)10);
    assert(sum == 0);
    ft_thread_join(a);
    assert(sum == 12);
    ft_thread_join(b);
    assert(sum == 22);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, parent, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
