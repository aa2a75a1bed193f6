// Every single access is atomic, yet an increment can get lost between reading and writing.
//   threadproof verify examples/lost_update.c                            unsafe
//   threadproof verify examples/lost_update.c --property no-data-race    safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Atomic int counter;

static void *increment(void *unused) {
  (void)unused;
  int seen = counter;
  counter = seen + 1; // atomic_fetch_add(&counter, 1) would be right
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
