// Only its owner releases a mutex; others are refused.
#include <assert.h>
#include <windows.h>

HANDLE mutex;

DWORD WINAPI other(LPVOID argument) {
  assert(ReleaseMutex(mutex));
  return 0;
}

int main(void) {
  mutex = CreateMutex(NULL, TRUE, NULL);
  HANDLE thread = CreateThread(NULL, 0, other, NULL, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  CloseHandle(thread);
  assert(ReleaseMutex(mutex));
  return 0;
}
