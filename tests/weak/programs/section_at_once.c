// sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
// the section writes after it reads, and yet all of it happens at once
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, r0, r1;
void *left(void *u) {
  x = 1;
  r0 = y;
  return 0;
}
void *right(void *u) {
  __VERIFIER_atomic_begin();
  r1 = x;
  y = 1;
  __VERIFIER_atomic_end();
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
