// c11: safe
// -DBROKEN c11: unknown race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
atomic_flag taken = ATOMIC_FLAG_INIT;
int count;
void *run(void *u) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
    ;
  count++;
  atomic_flag_clear_explicit(&taken, RELEASE);
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, run, 0);
  pthread_create(&t[1], 0, run, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(count == 2);
}
