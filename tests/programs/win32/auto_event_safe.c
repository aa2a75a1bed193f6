// An event that resets itself lets one thread go on.
#include <assert.h>
#include <windows.h>

HANDLE event;
LONG passed;

DWORD WINAPI pass(LPVOID argument) {
  if (WaitForSingleObject(event, 100) == WAIT_OBJECT_0)
    InterlockedIncrement(&passed);
  return 0;
}

int main(void) {
  HANDLE threads[2];
  event = CreateEvent(NULL, FALSE, TRUE, NULL);
  threads[0] = CreateThread(NULL, 0, pass, NULL, 0, NULL);
  threads[1] = CreateThread(NULL, 0, pass, NULL, 0, NULL);
  WaitForMultipleObjects(2, threads, TRUE, INFINITE);
  assert(InterlockedCompareExchange(&passed, 0, 0) <= 1);
  return 0;
}
