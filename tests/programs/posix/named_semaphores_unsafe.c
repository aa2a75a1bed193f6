#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) {
    sem_t *s = sem_open("/one", O_CREAT, 0600, 0), *t;
    if (s == SEM_FAILED || sem_unlink("/one"))
        return 0;
    t = sem_open("/one", O_CREAT, 0600, 1);
    if (t == SEM_FAILED)
        return 0;
    sem_post(t);
    sem_wait(s);
    return 0;
}
