// Each thread has its own.
#include <assert.h>
#include <windows.h>

DWORD WINAPI fail(LPVOID argument) {
  SetLastError(0);
  assert(WaitForSingleObject(NULL, INFINITE) == WAIT_FAILED && GetLastError() == 6);
  assert(!CloseHandle((HANDLE)0x1234) && !SetEvent(NULL) && !ReleaseMutex(NULL));
  return 0;
}

int main(void) {
  HANDLE thread = CreateThread(NULL, 0, fail, NULL, 0, NULL);
  SetLastError(3);
  assert(GetLastError() == 3);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
