// Who takes more than there is, waits.
#include <assert.h>
#include <windows.h>

HANDLE items;
int taken;
CRITICAL_SECTION guard;

DWORD WINAPI take(LPVOID argument) {
  for (int i = 0; i < 2; i++) {
    WaitForSingleObject(items, INFINITE);
    EnterCriticalSection(&guard);
    taken++;
    LeaveCriticalSection(&guard);
  }
  return 0;
}

int main(void) {
  LONG before;
  InitializeCriticalSectionAndSpinCount(&guard, 4000);
  items = CreateSemaphore(NULL, 1, 3, NULL);
  HANDLE thread = CreateThread(NULL, 0, take, NULL, 0, NULL);
  assert(ReleaseSemaphore(items, 1, &before));
  assert(before == 0 || before == 1);
  WaitForSingleObject(thread, INFINITE);
  assert(taken == 2);
  return 0;
}
