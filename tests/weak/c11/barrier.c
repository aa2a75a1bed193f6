// c11: safe
// -DBROKEN c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_barrier_t both;
int left, right;
void *other(void *u) {
  right = 1;
  pthread_barrier_wait(&both);
  assert(left == 1);
  return 0;
}
int main(void) {
  pthread_t t;
#ifdef BROKEN
  pthread_barrier_init(&both, 0, 1);
#else
  pthread_barrier_init(&both, 0, 2);
#endif
  pthread_create(&t, 0, other, 0);
  left = 1;
  pthread_barrier_wait(&both);
  assert(right == 1);
  pthread_join(t, 0);
}
