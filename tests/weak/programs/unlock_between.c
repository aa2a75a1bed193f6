// sc: safe, tso: safe, pso: safe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
// the load moves into the critical section, and there before the store
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, r0, r1;
void *left(void *u) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  r0 = y;
  return 0;
}
void *right(void *u) {
  y = 1;
  __sync_synchronize();
  r1 = x;
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, left, 0);
  pthread_create(&t[1], 0, right, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(r0 || r1);
}
