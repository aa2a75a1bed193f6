// c11: safe
// -DBROKEN c11: unknown race
// a writer learns of readers
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int done;
int data;
void *reader(void *u) {
  int seen = data;
  pthread_rwlock_rdlock(&lock);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  pthread_rwlock_unlock(&lock);
#ifdef BROKEN
  seen = data;
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_rwlock_wrlock(&lock);
  if (atomic_load_explicit(&done, memory_order_relaxed))
    data = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  assert(data == 0 || data == 1);
}
