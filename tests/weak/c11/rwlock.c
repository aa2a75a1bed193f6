// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// readers learn of writers; of other readers they learn nothing
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int ready;
int data;
void *sender(void *u) {
  data = 1;
#ifdef BROKEN
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  pthread_rwlock_rdlock(&lock);
  int seen = atomic_load_explicit(&ready, memory_order_relaxed);
  pthread_rwlock_unlock(&lock);
  if (seen)
    assert(data == 1);
  pthread_join(t, 0);
}
