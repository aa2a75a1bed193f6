#include <fthread.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void worker(void *arg) {
    pthread_mutex_lock(&m);
    ft_thread_cooperate();
    pthread_mutex_unlock(&m);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, worker, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
