#include <fthread.h>
#include <semaphore.h>

sem_t ready;

void taker(void *arg) {
    sem_wait(&ready); /* keeps control */
}

void giver(void *arg) {
    sem_post(&ready);
}

int main(void) {
    sem_init(&ready, 0, 0);
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, taker, 0, 0);
    ft_thread_create(s, giver, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
