// sc: safe, tso: unsafe, pso: unsafe, rmo: unknown, armv8: unsafe, power: unknown, c11: unsafe
#include <assert.h>
#include <linux/kernel.h>
#include <pthread.h>
int x, y, a, b;
void *one(void *u) {
  WRITE_ONCE(x, 1);
  smp_wmb();
  a = READ_ONCE(y);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  WRITE_ONCE(y, 1);
  smp_wmb();
  b = READ_ONCE(x);
  pthread_join(t, 0);
  assert(a || b);
}
