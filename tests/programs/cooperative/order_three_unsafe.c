// Three threads write down their numbers: only one of the six orders, 2 3 1, breaks the assertion.
#include <assert.h>
#include <fthread.h>

static int seen;

static void worker(void *arg) {
    seen = seen * 10 + (int)(long)arg;
    ft_thread_cooperate();
    assert(seen != 231);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, (void *)1);
    ft_thread_create(s, worker, 0, (void *)2);
    ft_thread_create(s, worker, 0, (void *)3);
    ft_scheduler_start(s);
    ft_exit();
}
