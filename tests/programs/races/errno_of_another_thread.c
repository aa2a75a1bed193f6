// A function of the library that fails writes errno of its thread; here another thread writes it, too.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

int *_Atomic where;
sem_t none;

void *look(void *arg) {
    (void)arg;
    where = &errno;
    sem_trywait(&none);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&none, 0, 0);
    pthread_create(&t, 0, look, 0);
    if (where)
        *where = 1;
    pthread_join(t, 0);
    return 0;
}
