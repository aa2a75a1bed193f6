// The Interlocked functions of WIN32: each is one atomic operation, and a fence.
#include <windows.h>

#define FULL(x) ({ __sync_synchronize(); __typeof__(x) done = (x); __sync_synchronize(); done; })
#define BOTH(RESULT, NAME, PARAMETERS, VALUE)                                                                          \
  RESULT NAME PARAMETERS { return VALUE; }                                                                             \
  RESULT _##NAME PARAMETERS { return VALUE; }
#define OF(SUFFIX, TYPE)                                                                                               \
  BOTH(TYPE, InterlockedIncrement##SUFFIX, (TYPE volatile *x), __sync_add_and_fetch(x, 1))                             \
  BOTH(TYPE, InterlockedDecrement##SUFFIX, (TYPE volatile *x), __sync_sub_and_fetch(x, 1))                             \
  BOTH(TYPE, InterlockedExchange##SUFFIX, (TYPE volatile *x, TYPE y), FULL(__atomic_exchange_n(x, y, 5)))              \
  BOTH(TYPE, InterlockedExchangeAdd##SUFFIX, (TYPE volatile *x, TYPE y), __sync_fetch_and_add(x, y))                   \
  TYPE InterlockedAdd##SUFFIX(TYPE volatile *x, TYPE y) { return __sync_add_and_fetch(x, y); }                         \
  BOTH(TYPE, InterlockedCompareExchange##SUFFIX, (TYPE volatile *x, TYPE y, TYPE z),                                   \
       __sync_val_compare_and_swap(x, z, y))                                                                           \
  BOTH(TYPE, InterlockedAnd##SUFFIX, (TYPE volatile *x, TYPE y), __sync_fetch_and_and(x, y))                           \
  BOTH(TYPE, InterlockedOr##SUFFIX, (TYPE volatile *x, TYPE y), __sync_fetch_and_or(x, y))                             \
  BOTH(TYPE, InterlockedXor##SUFFIX, (TYPE volatile *x, TYPE y), __sync_fetch_and_xor(x, y))
OF(, LONG)
OF(64, LONG64)
OF(16, SHORT)
OF(8, CHAR)
BOTH(PVOID, InterlockedExchangePointer, (PVOID volatile *x, PVOID y), FULL(__atomic_exchange_n(x, y, 5)))
BOTH(PVOID, InterlockedCompareExchangePointer, (PVOID volatile *x, PVOID y, PVOID z),
     __sync_val_compare_and_swap(x, z, y))
