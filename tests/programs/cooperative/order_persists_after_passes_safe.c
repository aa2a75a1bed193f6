// A thread that was woken in a later pass of an instant keeps its place: if it came first in this instant, then also in the next.
#include <assert.h>
#include <fthread.h>

static ft_event_t e;
static int balance;

static void up(void *arg) {
    (void)arg;
    balance++;
    int first = balance == 1;
    ft_thread_await(e);
    ft_thread_cooperate();
    balance++;
    assert((balance == 1) == first);
}

static void down(void *arg) {
    (void)arg;
    balance--;
    ft_thread_generate(e);
    ft_thread_cooperate();
    balance--;
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, up, 0, 0);
    ft_thread_create(s, down, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
