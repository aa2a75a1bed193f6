// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ready, data;
void *sender(void *u) {
  data = 1;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  pthread_mutex_lock(&lock);
  int seen = ready;
  pthread_mutex_unlock(&lock);
#ifdef BROKEN
  seen = 1;
#endif
  if (seen)
    assert(data == 1);
  pthread_join(t, 0);
}
