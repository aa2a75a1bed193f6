// Threads have different numbers.
#include <assert.h>
#include <windows.h>

DWORD first;

DWORD WINAPI look(LPVOID argument) {
  assert(GetCurrentThreadId() != first);
  return 0;
}

int main(void) {
  first = GetCurrentThreadId();
  HANDLE thread = CreateThread(NULL, 0, look, NULL, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  assert(GetCurrentThreadId() == first);
  return 0;
}
