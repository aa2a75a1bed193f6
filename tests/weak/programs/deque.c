// sc: safe, tso: safe, pso: safe, armv8: safe, c11: safe
// -DWITHOUT sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe, c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// of Chase and Lev, with the orders of Le, Pop, Cohen and Zappa Nardelli: two elements: each is taken once
#ifdef WITHOUT
#define FENCE
#else
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#endif
atomic_int top, bottom, items[2];
int taken, stolen[2];
void push(int item) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&items[b & 1], item, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}
int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  FENCE;
  int t = atomic_load_explicit(&top, memory_order_relaxed), item = 0;
  if (t <= b) {
    item = atomic_load_explicit(&items[b & 1], memory_order_relaxed);
    if (t == b) {
      if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        item = 0;
      atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
  } else
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return item;
}
int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  FENCE;
  int b = atomic_load_explicit(&bottom, memory_order_acquire), item = 0;
  if (t < b) {
    item = atomic_load_explicit(&items[t & 1], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      return 0;
  }
  return item;
}
void *thief(void *u) {
  stolen[0] = steal();
  stolen[1] = steal();
  return 0;
}
int main(void) {
  pthread_t t;
  push(1);
  push(2);
  pthread_create(&t, 0, thief, 0);
  taken = take();
  pthread_join(t, 0);
  assert(!taken || (stolen[0] != taken && stolen[1] != taken));
}
