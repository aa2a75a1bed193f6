#include <fthread.h>

void work(void *arg) {
    while (1)
        ft_thread_cooperate();
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, work, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
