// as many waits as units
#include <pthread.h>
#include <semaphore.h>
int x;
void *worker(void *a) { x = 1; return 0; }
int main(void) {
  sem_t s;
  sem_init(&s, 0, 3);
  pthread_t p;
  pthread_create(&p, 0, worker, 0);
  for (int i = 0; i < 3; i++)
    sem_wait(&s);
  pthread_join(p, 0);
  return 0;
}
