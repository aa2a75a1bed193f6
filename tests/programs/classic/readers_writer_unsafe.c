// The first reader locks the writer out, the last one lets it in.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t room;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int readers, x, y;

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&m);
    if (x != y)
        reach_error();
    pthread_mutex_lock(&m);
    if (--readers == 1)
        sem_post(&room);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&room, 0, 1);
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    sem_wait(&room);
    x++;
    y++;
    sem_post(&room);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
