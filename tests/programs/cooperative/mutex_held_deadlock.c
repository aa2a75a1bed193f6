// A mutex that is held over the end of an instant.  The other thread gets control and waits for the mutex, with control: nobody
// can ever run again.
#include <fthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    ft_thread_cooperate();
    x++;
    pthread_mutex_unlock(&m);
}

int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, worker, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
}
