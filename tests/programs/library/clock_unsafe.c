#include <assert.h>
#include <pthread.h>
#include <time.h>
struct timespec ts;
void *t(void *a) {
  clock_gettime(CLOCK_REALTIME, &ts);
  return 0;
}
int main(void) {
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  assert(ts.tv_sec == 0);
  pthread_join(h, 0);
  return 0;
}
