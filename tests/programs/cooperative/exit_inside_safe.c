// A thread ends in a function that it calls, and is joined.
#include <assert.h>
#include <fthread.h>

static ft_thread_t w;
static int x;

static void leave(int v) {
    x = v;
    if (v == 3)
        ft_exit();
}

static void worker(void *arg) {
    (void)arg;
    leave(2);
    ft_thread_cooperate();
    leave(3);
    x = 4;
    assert(0);
}

static void joiner(void *arg) {
    (void)arg;
    ft_thread_join(w);
    assert(x == 3);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    w = ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, joiner, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
