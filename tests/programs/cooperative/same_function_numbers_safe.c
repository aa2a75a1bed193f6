// Two threads of one function with different numbers as arguments.
#include <assert.h>
#include <fthread.h>

static ft_thread_t a, b;
static int sum, product = 1;

static void worker(void *arg) {
    int n = (int)(long)arg;
    sum += n;
    ft_thread_cooperate();
    product *= n;
}

static void joiner(void *arg) {
    (void)arg;
    ft_thread_join(b);
    ft_thread_join(a);
    assert(sum == 7);
    assert(product == 12);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    a = ft_thread_create(s, worker, 0, (void *)3);
    b = ft_thread_create(s, worker, 0, (void *)4);
    ft_thread_create(s, joiner, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
