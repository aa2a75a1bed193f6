// sc: safe, tso: safe, pso: safe, armv8: safe, power: unknown, rmo: unknown
// -DRELAXED sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_seq_cst
#endif
atomic_int wants[2], turn;
int inside;
void *run(void *argument) {
  int me = (int)(long)argument, other = 1 - me;
  atomic_store_explicit(&wants[me], 1, ORDER);
  atomic_store_explicit(&turn, other, ORDER);
  while (atomic_load_explicit(&wants[other], memory_order_seq_cst) && atomic_load_explicit(&turn, memory_order_seq_cst) == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store_explicit(&wants[me], 0, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
