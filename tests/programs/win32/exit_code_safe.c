// The result of a thread, once it has ended.
#include <assert.h>
#include <windows.h>

HANDLE go;

DWORD WINAPI seven(LPVOID argument) {
  WaitForSingleObject(go, INFINITE);
  ExitThread(7);
}

int main(void) {
  DWORD code;
  go = CreateEvent(NULL, FALSE, FALSE, NULL);
  HANDLE thread = CreateThread(NULL, 0, seven, NULL, 0, NULL);
  assert(GetExitCodeThread(thread, &code) && code == STILL_ACTIVE);
  SetEvent(go);
  WaitForSingleObject(thread, INFINITE);
  assert(GetExitCodeThread(thread, &code) && code == 7);
  assert(!GetExitCodeThread(go, &code));
  return 0;
}
