// Somebody brings work, and wakes the worker if it sleeps; the worker looks for work once more before it sleeps.
//   threadproof verify examples/missed_wakeup.c                        safe
//   threadproof verify examples/missed_wakeup.c --memory-model tso     unsafe: both stores wait while both look
//   threadproof fences examples/missed_wakeup.c --memory-model tso     the fences that are missing
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int work, asleep;
static int sleeps, woken;

static void *worker(void *argument) {
  atomic_store_explicit(&asleep, 1, memory_order_release);
  sleeps = !atomic_load_explicit(&work, memory_order_acquire);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store_explicit(&work, 1, memory_order_release);
  woken = atomic_load_explicit(&asleep, memory_order_acquire);
  pthread_join(thread, NULL);
  assert(woken || !sleeps);
  return 0;
}
