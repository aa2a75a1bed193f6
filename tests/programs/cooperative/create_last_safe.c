// A thread that is created in an instant starts in the next, behind all the others, and stays there.
#include <assert.h>
#include <fthread.h>

static int first_instant, second_instant, third_instant;

static void child(void *arg) {
    (void)arg;
    assert(first_instant == 2);
    assert(second_instant == 2);
    ft_thread_cooperate();
    assert(third_instant == 2);
}

static void parent(void *arg) {
    (void)arg;
    ft_thread_create(ft_thread_scheduler(), child, 0, 0);
    first_instant++;
    ft_thread_cooperate();
    second_instant++;
    ft_thread_cooperate();
    third_instant++;
}

static void other(void *arg) {
    (void)arg;
    first_instant++;
    ft_thread_cooperate();
    second_instant++;
    ft_thread_cooperate();
    third_instant++;
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, parent, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
