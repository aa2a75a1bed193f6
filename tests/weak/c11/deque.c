// c11: safe
// -DBROKEN c11: unsafe
// Le, Pop, Cohen, Zappa Nardelli, Correct and efficient work-stealing for weak memory models (PPoPP 2013): one task
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define FULL memory_order_acq_rel
#else
#define FULL memory_order_seq_cst
#endif
atomic_int top, bottom;
atomic_int tasks[2];
int taken, stolen;
void push(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&tasks[b % 2], task, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}
int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(FULL);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  int task = 0;
  if (t <= b) {
    task = atomic_load_explicit(&tasks[b % 2], memory_order_relaxed);
    if (t == b) {
      if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        task = 0;
      atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
  } else
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}
int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(FULL);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  int task = 0;
  if (t < b) {
    task = atomic_load_explicit(&tasks[t % 2], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      return 0;
  }
  return task;
}
void *thief(void *u) {
  stolen = steal() + steal();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thief, 0);
  push(1);
  push(2);
  taken = take() + take();
  pthread_join(t, 0);
  assert(taken + stolen <= 3);
}
