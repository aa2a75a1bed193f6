#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int x;
static void *f(void *p) {
    sem_t *s = sem_open("/one", 0);
    if (s == SEM_FAILED)
        return 0;
    sem_wait(s);
    x++;
    sem_post(s);
    sem_close(s);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_t *s = sem_open("/one", O_CREAT | O_EXCL, 0600, 1);
    if (s == SEM_FAILED)
        return 0;
    pthread_create(&t, 0, f, 0);
    sem_wait(s);
    x++;
    sem_post(s);
    pthread_join(t, 0);
    assert(x == 1 || x == 2);
    assert(sem_open("/one", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    sem_t *other = sem_open("/two", O_CREAT, 0600, 0);
    assert(other != s);
    return 0;
}
