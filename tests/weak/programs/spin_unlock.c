// sc: safe, tso: unsafe, pso: unsafe
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, y;
int r0 = -1, r1 = -1;
pthread_spinlock_t s, q;
void *t0(void *a) {
  pthread_spin_lock(&s);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  pthread_spin_unlock(&s);
  r0 = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
void *t1(void *a) {
  pthread_spin_lock(&q);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  pthread_spin_unlock(&q);
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_spin_init(&s, 0); pthread_spin_init(&q, 0);
  pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(!(r0 == 0 && r1 == 0));
  return 0;
}
