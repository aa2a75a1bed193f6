// sc: safe, tso: safe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
int lock, count;
void *run(void *u) {
  while (__sync_lock_test_and_set(&lock, 1))
    ;
  count++;
  assert(count == 1);
  count--;
  // a plain store gives it back
  *(volatile int *)&lock = 0;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, run, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
