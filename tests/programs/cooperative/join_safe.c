// Joined in the instant of its end, and again later, when it is at once.
#include <assert.h>
#include <fthread.h>

static ft_thread_t w;
static int x, other_runs;

static void worker(void *arg) {
    (void)arg;
    ft_thread_cooperate_n(2);
    x = 1;
}

static void other(void *arg) {
    (void)arg;
    for (int i = 0; i < 6; i++) {
        other_runs++;
        ft_thread_cooperate();
    }
}

static void joiner(void *arg) {
    (void)arg;
    int r = ft_thread_join(w);
    assert(r == OK);
    assert(x == 1);
    assert(other_runs == 2 || other_runs == 3);
    ft_thread_cooperate();
    int before = other_runs;
    r = ft_thread_join(w);
    assert(r == OK);
    assert(other_runs == before);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    w = ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_thread_create(s, joiner, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
