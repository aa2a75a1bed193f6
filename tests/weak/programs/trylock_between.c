// sc: safe, tso: safe, pso: safe, armv8: unknown
#include <assert.h>
#include <pthread.h>
// how much a lock that is tried keeps in order is not decided
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, r0 = 1, r1 = 1;
void *left(void *u) {
  x = 1;
  if (!pthread_mutex_trylock(&m)) {
    r0 = y;
    pthread_mutex_unlock(&m);
  }
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
