// The owner of a recursive mutex never waits for it; an error-checking one refuses, a normal one is late.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t c = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
struct timespec ts, no_time = {0, 1000000000};
int main(void) {
  pthread_mutex_lock(&r);
  assert(pthread_mutex_timedlock(&r, &ts) == 0);
  assert(pthread_mutex_trylock(&r) == 0);
  assert(pthread_mutex_timedlock(&c, &ts) == 0);
  assert(pthread_mutex_timedlock(&c, &ts) == EDEADLK);
  assert(pthread_mutex_trylock(&c) == EBUSY);
  assert(pthread_mutex_timedlock(&n, &no_time) == 0);
  assert(pthread_mutex_timedlock(&n, &ts) == ETIMEDOUT);
  assert(pthread_mutex_timedlock(&n, &no_time) == EINVAL);
  return 0;
}
