// Some give what was there before, some what is there now.
#include <assert.h>
#include <windows.h>

int main(void) {
  volatile LONG n = 4;
  assert(InterlockedIncrement(&n) == 5);
  assert(InterlockedExchangeAdd(&n, 2) == 5);
  assert(InterlockedAdd(&n, 1) == 8 && InterlockedDecrement(&n) == 7);
  assert(InterlockedExchange(&n, 12) == 7);
  assert(InterlockedCompareExchange(&n, 3, 11) == 12 && n == 12);
  assert(InterlockedCompareExchange(&n, 3, 12) == 12 && n == 3);
  assert(InterlockedAnd(&n, 2) == 3 && InterlockedOr(&n, 8) == 2 && InterlockedXor(&n, 1) == 10 && n == 11);
  LONG64 wide = 0xffffffff;
  assert(_InterlockedIncrement64(&wide) == 0x100000000);
  short narrow = 32767;
  assert(InterlockedIncrement16(&narrow) == -32768);
  PVOID place = &narrow;
  assert(InterlockedExchangePointer(&place, NULL) == &narrow);
  assert(!InterlockedCompareExchangePointer(&place, &wide, NULL) && place == &wide);
  MemoryBarrier();
  YieldProcessor();
  return 0;
}
