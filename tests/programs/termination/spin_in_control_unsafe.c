#include <fthread.h>

volatile int done;

void waiter(void *arg) {
    while (!done)
        ;
}

void worker(void *arg) {
    done = 1;
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, worker, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
