// Results and wrap-around of the generic functions and of the builtins, as gcc has them.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
_Atomic int x = INT_MAX;
atomic_flag f = ATOMIC_FLAG_INIT;
_Atomic(int *) p;
int array[3], plain = 7;
long l = -1;
int main(void) {
  assert(atomic_fetch_add(&x, 1) == INT_MAX && x == INT_MIN);
  assert(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f));
  atomic_flag_clear(&f);
  assert(!atomic_flag_test_and_set_explicit(&f, memory_order_acquire));
  p = array;
  p += 1;
  assert(++p == array + 2 && p-- == array + 2);
  int e = 3, v, w = 8, y = 10;
  assert(!atomic_compare_exchange_strong(&x, &e, 9) && e == INT_MIN);
  assert(atomic_compare_exchange_strong(&x, &e, 9) && x == 9);
  __atomic_load(&plain, &v, 5);
  __atomic_store(&plain, &w, 5);
  assert(v == 7 && plain == 8);
  __atomic_exchange(&plain, &y, &v, 5);
  assert(v == 8 && plain == 10);
  assert(__sync_fetch_and_nand(&plain, 2) == 10 && plain == ~2);
  assert(__sync_val_compare_and_swap(&plain, ~2, 1) == ~2 && __sync_bool_compare_and_swap(&plain, 1, 0));
  assert(__sync_lock_test_and_set(&plain, 1) == 0 && plain == 1);
  __sync_lock_release(&plain);
  assert(__atomic_nand_fetch(&plain, 3, 5) == -1);
  assert(__atomic_sub_fetch(&l, 1, 5) == -2 && __atomic_xor_fetch(&l, -1, 5) == 1);
  int i = 0, z[2] = {5, 6};
  __atomic_load(&z[i++], &v, 5);
  assert(i == 1 && v == 5);
  return 0;
}
