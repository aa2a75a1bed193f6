// sc: safe, tso: unsafe, pso: unsafe
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, y;
int r1 = -1, r2 = -1;
void *t1(void *a) { atomic_store_explicit(&x, 1, memory_order_relaxed); r1 = atomic_load_explicit(&y, memory_order_relaxed); return 0; }
void *t3(void *a) { r2 = atomic_load_explicit(&x, memory_order_relaxed); return 0; }
void *t2(void *a) { pthread_t c; atomic_store_explicit(&y, 1, memory_order_relaxed); pthread_create(&c, 0, t3, 0); pthread_join(c, 0); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); 
  pthread_join(a, 0); pthread_join(b, 0);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
