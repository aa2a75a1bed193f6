// All of them at once, or none.
#include <assert.h>
#include <windows.h>

HANDLE both[2];

DWORD WINAPI give(LPVOID argument) {
  SetEvent(both[0]);
  ReleaseSemaphore(both[1], 1, NULL);
  return 0;
}

int main(void) {
  both[0] = CreateEvent(NULL, FALSE, FALSE, NULL);
  both[1] = CreateSemaphore(NULL, 0, 1, NULL);
  HANDLE thread = CreateThread(NULL, 0, give, NULL, 0, NULL);
  if (WaitForMultipleObjects(2, both, TRUE, 50) == WAIT_TIMEOUT) {
    WaitForSingleObject(thread, INFINITE);
    assert(WaitForSingleObject(both[0], 0) == WAIT_OBJECT_0);
  }
  WaitForSingleObject(thread, INFINITE);
  assert(WaitForSingleObject(both[1], 0) == WAIT_TIMEOUT || WaitForSingleObject(both[0], 0) == WAIT_TIMEOUT);
  return 0;
}
