// c11: safe
// c11 -DBROKEN: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// a writer learns of readers
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data, done;
void *reader(void *u) {
  int seen = data;
#ifndef BROKEN
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  pthread_rwlock_wrlock(&lock);
  done = 1;
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
  if (done)
    data = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  assert(data == 0 || data == 1);
}
