// -DREFCOUNT sc: safe, tso: safe, armv8: unsafe
// -DBIT_LOCK sc: safe, tso: safe, armv8: unsafe
// -DCOUNT_ACQUIRE sc: safe, tso: safe, armv8: safe
// what only looks, or has taken a reference, has acquired nothing yet
#include <assert.h>
#include <linux/bitops.h>
#include <linux/refcount.h>
#include <pthread.h>
int x;
unsigned long word;
atomic_t number;
refcount_t count = REFCOUNT_INIT(0);
void *writer(void *u) {
  WRITE_ONCE(x, 1);
  smp_mb();
#ifdef REFCOUNT
  refcount_set(&count, 1);
#elif defined(BIT_LOCK)
  set_bit(0, &word);
#else
  atomic_set(&number, 1);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
#ifdef REFCOUNT
  int is_there = refcount_inc_not_zero(&count);
#elif defined(BIT_LOCK)
  int is_there = test_and_set_bit_lock(0, &word);
#else
  int is_there = atomic_fetch_add_acquire(1, &number) == 1;
#endif
  assert(!is_there || READ_ONCE(x));
}
