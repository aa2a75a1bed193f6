// The order of the list is arbitrary: the reader, created second, may come first.
#include <assert.h>
#include <fthread.h>

static int x;

static void writer(void *arg) {
    (void)arg;
    x = 1;
}

static void reader(void *arg) {
    (void)arg;
    assert(x == 1);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, writer, 0, 0);
    ft_thread_create(s, reader, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
