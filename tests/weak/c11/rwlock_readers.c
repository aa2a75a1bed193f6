// c11: unknown race
// readers learn nothing of readers
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int done;
int data;
void *sender(void *u) {
  data = 1;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  if (atomic_load_explicit(&done, memory_order_relaxed)) {
    pthread_rwlock_rdlock(&lock);
    assert(data == 1);
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(t, 0);
}
