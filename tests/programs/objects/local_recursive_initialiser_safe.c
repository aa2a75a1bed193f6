#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    struct {
      int x;
      pthread_mutex_t m;
    } s = {1, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
    pthread_mutex_lock(&m);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&s.m) == 0);
    assert(pthread_mutex_lock(&s.m) == 35);
  }
  return 0;
}
