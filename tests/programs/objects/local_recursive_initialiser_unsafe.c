#define _GNU_SOURCE
#include <pthread.h>
int main(void) {
  pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
