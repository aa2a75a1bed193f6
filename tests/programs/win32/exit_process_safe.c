// ExitProcess ends all threads.
#include <assert.h>
#include <windows.h>

HANDLE never;

DWORD WINAPI sleep(LPVOID argument) {
  WaitForSingleObject(never, INFINITE);
  return 0;
}

int main(void) {
  never = CreateEvent(NULL, TRUE, FALSE, NULL);
  CreateThread(NULL, 0, sleep, NULL, 0, NULL);
  ExitProcess(0);
}
