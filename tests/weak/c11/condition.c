// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready, data;
void *sender(void *u) {
#ifndef BROKEN
  data = 1;
#endif
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
#ifdef BROKEN
  data = 1;
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  assert(data == 1);
  pthread_join(t, 0);
}
