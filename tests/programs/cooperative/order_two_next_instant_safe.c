// Whatever the order, what is written in the first instant is there in the second.
#include <assert.h>
#include <fthread.h>

static int x;

static void writer(void *arg) {
    (void)arg;
    x = 1;
}

static void reader(void *arg) {
    (void)arg;
    ft_thread_cooperate();
    assert(x == 1);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, writer, 0, 0);
    ft_thread_create(s, reader, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
