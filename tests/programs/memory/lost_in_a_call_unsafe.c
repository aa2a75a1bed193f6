#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t s;
static void lose(int *p) {
  *p = 1;
  p = 0; // nobody has it any more
  sem_wait(&s);
}
static void *worker(void *a) {
  lose(malloc(4));
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, worker, 0);
  return 0;
}
