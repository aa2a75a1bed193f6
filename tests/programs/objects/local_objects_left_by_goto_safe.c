// Whatever way a block is left, what is declared in it begins anew.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int main(void) {
  int i = 0;
again: {
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_spinlock_t s[2];
  pthread_once_t o = PTHREAD_ONCE_INIT;
  struct {
    int x;
    sem_t sem;
  } q;
  pthread_rwlock_wrlock(&l);
  pthread_spin_init(&s[1], 0);
  pthread_spin_lock(&s[1]);
  sem_init(&q.sem, 0, 1);
  sem_wait(&q.sem);
  if (++i < 3)
    goto again;
  int value;
  sem_getvalue(&q.sem, &value);
  assert(value == 0);
}
  return 0;
}
