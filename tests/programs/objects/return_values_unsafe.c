// A condition may be signalled or late.
#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec ts;
int main(void) {
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &ts) == 0);
  return 0;
}
