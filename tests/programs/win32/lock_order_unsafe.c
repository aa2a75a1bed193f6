// Two critical sections in two orders.
#include <assert.h>
#include <windows.h>

CRITICAL_SECTION a, b;

DWORD WINAPI other(LPVOID argument) {
  EnterCriticalSection(&b);
  EnterCriticalSection(&a);
  LeaveCriticalSection(&a);
  LeaveCriticalSection(&b);
  return 0;
}

int main(void) {
  InitializeCriticalSection(&a);
  InitializeCriticalSection(&b);
  HANDLE thread = CreateThread(NULL, 0, other, NULL, 0, NULL);
  EnterCriticalSection(&a);
  EnterCriticalSection(&b);
  LeaveCriticalSection(&b);
  LeaveCriticalSection(&a);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
