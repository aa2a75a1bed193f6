// Each thread is created when its own fork is there, but not yet that of its neighbour.
#include <pthread.h>
#include <semaphore.h>

static sem_t forks[2];

static void *philosopher(void *arg) {
  int mine = arg != 0;
  sem_wait(&forks[mine]);
  sem_wait(&forks[!mine]);
  sem_post(&forks[0]);
  sem_post(&forks[1]);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    sem_init(&forks[i], 0, 1);
    pthread_create(&t[i], 0, philosopher, i ? forks : 0);
  }
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
