// sc: safe, tso: safe, pso: safe, rmo: safe, armv8: safe, power: safe, c11: unknown if more executions
// -DWITHOUT sc: safe, tso: safe, pso: unsafe, rmo: unsafe, armv8: unsafe, power: unsafe, c11: unsafe
// smp_wmb keeps stores behind stores, smp_rmb loads behind loads: less than a release and an acquire fence of C
#include <assert.h>
#include <linux/kernel.h>
#include <pthread.h>
int data, flag;
void *writer(void *u) {
  WRITE_ONCE(data, 1);
#ifndef WITHOUT
  smp_wmb();
#endif
  WRITE_ONCE(flag, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = READ_ONCE(flag);
  smp_rmb();
  assert(!seen || READ_ONCE(data) == 1);
}
