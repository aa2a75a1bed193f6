// Who ends with a mutex abandons it.
#include <assert.h>
#include <windows.h>

HANDLE mutex;

DWORD WINAPI forget(LPVOID argument) {
  WaitForSingleObject(mutex, INFINITE);
  return 0;
}

int main(void) {
  mutex = CreateMutex(NULL, FALSE, NULL);
  HANDLE thread = CreateThread(NULL, 0, forget, NULL, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  DWORD first = WaitForSingleObject(mutex, INFINITE);
  assert(first == WAIT_ABANDONED);
  ReleaseMutex(mutex);
  assert(WaitForSingleObject(mutex, 0) == WAIT_OBJECT_0);
  return 0;
}
