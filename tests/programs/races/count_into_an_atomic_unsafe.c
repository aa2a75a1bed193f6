// sem_getvalue writes an int, whatever was declared.
#include <pthread.h>
#include <semaphore.h>
static _Atomic int count;
static sem_t s;
static void *reader(void *unused) { return (void *)(long)count; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, reader, 0);
    sem_getvalue(&s, (int *)&count);
    pthread_join(t, 0);
    return 0;
}
