#include <fthread.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int done;

void waiter(void *arg) {
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_wait(&changed, &m);
    pthread_mutex_unlock(&m);
}

void worker(void *arg) {
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, waiter, 0, 0);
    ft_thread_create(s, worker, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
