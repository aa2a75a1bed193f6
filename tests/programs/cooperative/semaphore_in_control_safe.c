#include <fthread.h>
#include <semaphore.h>

sem_t ready;

void worker(void *arg) {
    sem_post(&ready);
    ft_thread_cooperate();
    sem_wait(&ready);
}

int main(void) {
    sem_init(&ready, 0, 0);
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, worker, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
