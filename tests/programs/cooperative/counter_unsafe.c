// A shared counter with a cooperate between the read and the write: an increment is lost.
#include <assert.h>
#include <fthread.h>

static ft_thread_t a, b;
static int counter;

static void worker(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        int old = counter;
        ft_thread_cooperate();
        counter = old + 1;
    }
}

static void joiner(void *arg) {
    (void)arg;
    ft_thread_join(a);
    ft_thread_join(b);
    assert(counter == 4);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    a = ft_thread_create(s, worker, 0, 0);
    b = ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, joiner, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
