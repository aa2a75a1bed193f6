// sc: safe, tso: unsafe, pso: unsafe
#include <assert.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/spinlock.h>
#include <pthread.h>
DEFINE_SPINLOCK(first);
DEFINE_SPINLOCK(second);
int x, y, a, b;
void *one(void *u) {
  spin_lock(&first);
  WRITE_ONCE(x, 1);
  spin_unlock(&first);
  a = READ_ONCE(y);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  spin_lock(&second);
  WRITE_ONCE(y, 1);
  spin_unlock(&second);
  b = READ_ONCE(x);
  pthread_join(t, 0);
  assert(a || b);
}
