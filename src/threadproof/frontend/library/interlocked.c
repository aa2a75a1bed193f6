// The Interlocked functions of WIN32: each is one atomic operation, and a fence but for those that say less.
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

// (On x86 they are fences all the same.)
#define WEAKER(NAME, ORDER, FAILS)                                                                                     \
  LONG InterlockedIncrement##NAME(LONG volatile *x) { return __atomic_add_fetch(x, 1, ORDER); }                        \
  LONG InterlockedDecrement##NAME(LONG volatile *x) { return __atomic_sub_fetch(x, 1, ORDER); }                        \
  LONG InterlockedExchange##NAME(LONG volatile *x, LONG y) { return __atomic_exchange_n(x, y, ORDER); }                \
  LONG InterlockedExchangeAdd##NAME(LONG volatile *x, LONG y) { return __atomic_fetch_add(x, y, ORDER); }              \
  LONG InterlockedCompareExchange##NAME(LONG volatile *x, LONG y, LONG z) {                                            \
    __atomic_compare_exchange_n(x, &z, y, 0, ORDER, FAILS);                                                            \
    return z;                                                                                                          \
  }                                                                                                                    \
  LONG InterlockedAnd##NAME(LONG volatile *x, LONG y) { return __atomic_fetch_and(x, y, ORDER); }                      \
  LONG InterlockedOr##NAME(LONG volatile *x, LONG y) { return __atomic_fetch_or(x, y, ORDER); }                        \
  LONG InterlockedXor##NAME(LONG volatile *x, LONG y) { return __atomic_fetch_xor(x, y, ORDER); }
WEAKER(Acquire, 2, 2)
WEAKER(Release, 3, 0)
WEAKER(NoFence, 0, 0)
