// Each thread runs once in each instant, but one of them is the first, and then one ahead.
#include <assert.h>
#include <fthread.h>

static int a, b;

static void count_a(void *arg) {
    (void)arg;
    for (int i = 0; i < 4; i++) {
        a++;
        assert(a == b);
        ft_thread_cooperate();
    }
}

static void count_b(void *arg) {
    (void)arg;
    for (int i = 0; i < 4; i++) {
        b++;
        assert(b <= a);
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, count_a, 0, 0);
    ft_thread_create(s, count_b, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
