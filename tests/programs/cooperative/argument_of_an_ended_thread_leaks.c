#include <fthread.h>
#include <stdlib.h>

void worker(void *arg) {}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, malloc(4));
    ft_scheduler_start(s);
    return 0; /* perhaps after the worker has ended */
}
