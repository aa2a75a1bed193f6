#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
void *t(void *a) {
  assert(pthread_mutex_trylock(&m) != 0);
  return 0;
}
int main(void) {
  for (int i = 0; i < 257; i++)
    pthread_mutex_lock(&m);
  for (int i = 0; i < 257; i++)
    pthread_mutex_unlock(&m);
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  pthread_join(h, 0);
  return 0;
}
