// CLOCK_MONOTONIC never goes back, whichever thread looks.
#include <assert.h>
#include <pthread.h>
#include <time.h>
void *t(void *a) {
  struct timespec mine;
  clock_gettime(CLOCK_MONOTONIC, &mine);
  return 0;
}
int main(void) {
  pthread_t h;
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  pthread_create(&h, 0, t, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
  pthread_join(h, 0);
  return 0;
}
