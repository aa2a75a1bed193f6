// A barber with one chair in the waiting room; customers who find it taken leave.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t customers, haircut;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int waiting, served, turned_away;

static void *customer(void *arg) {
    (void)arg;
    if (waiting == 1) {
        turned_away++;
        sem_post(&customers);
        return 0;
    }
    waiting++;
    if (waiting > 1)
        reach_error();
    sem_post(&customers);
    sem_wait(&haircut);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&customers, 0, 0);
    sem_init(&haircut, 0, 0);
    pthread_create(&a, 0, customer, 0);
    pthread_create(&b, 0, customer, 0);
    for (int i = 0; i < 2; i++) {
        sem_wait(&customers);
        pthread_mutex_lock(&m);
        if (waiting > 0) {
            waiting--;
            served++;
            sem_post(&haircut);
        }
        pthread_mutex_unlock(&m);
    }
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (served + turned_away != 2)
        reach_error();
    return 0;
}
