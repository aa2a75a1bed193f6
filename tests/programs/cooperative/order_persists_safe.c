// The order of the list is the same in every instant: who came first once, comes first forever.
#include <assert.h>
#include <fthread.h>

static int balance;

static void up(void *arg) {
    (void)arg;
    balance++;
    int first = balance == 1;
    while (1) {
        ft_thread_cooperate();
        balance++;
        assert((balance == 1) == first);
    }
}

static void down(void *arg) {
    (void)arg;
    while (1) {
        balance--;
        ft_thread_cooperate();
    }
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, up, 0, 0);
    ft_thread_create(s, down, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
