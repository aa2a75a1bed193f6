// Another thread's mutex may make it late; and the time is read while somebody writes it.
#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct timespec ts;
void *t(void *a) {
  pthread_mutex_lock(&m);
  ts.tv_sec = 1;
  return 0;
}
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  assert(pthread_mutex_timedlock(&m, &ts) == 0);
  return 0;
}
