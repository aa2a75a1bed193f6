#include <fthread.h>
#include <stdlib.h>

void worker(void *arg) {
    free(arg);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, malloc(4));
    ft_scheduler_start(s);
    ft_exit();
}
