// sc: safe, tso: unknown, pso: unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
typedef struct {
  int first, second;
} pair;
_Atomic pair both;
atomic_int y;
int a, b;
void *one(void *u) {
  pair ones = {1, 1};
  atomic_store_explicit(&both, ones, memory_order_relaxed);
  a = y;
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  y = 1;
  pair seen = both;
  b = seen.first;
  pthread_join(t, 0);
  assert(a || b);
}
