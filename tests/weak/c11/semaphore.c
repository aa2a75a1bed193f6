// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
sem_t full;
int data;
void *sender(void *u) {
  data = 1;
  sem_post(&full);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  pthread_create(&t, 0, sender, 0);
#ifdef BROKEN
  sem_trywait(&full);
#else
  sem_wait(&full);
#endif
  assert(data == 1);
  pthread_join(t, 0);
}
