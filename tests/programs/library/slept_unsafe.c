#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
struct timespec a, b;
void *sleeper(void *x) {
  clock_gettime(CLOCK_MONOTONIC, &a);
  sleep(2);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sleeper, 0);
  clock_gettime(CLOCK_MONOTONIC, &b);
  pthread_join(t, 0);
  struct timespec c;
  clock_gettime(CLOCK_MONOTONIC, &c);
  assert(c.tv_sec >= b.tv_sec + 2); // it may have slept already when b was read
  return 0;
}
