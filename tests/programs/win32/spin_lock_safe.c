// A lock that a program makes itself.
#include <assert.h>
#include <windows.h>

volatile LONG taken;
int x;

DWORD WINAPI count(LPVOID argument) {
  while (InterlockedCompareExchange(&taken, 1, 0))
    SwitchToThread();
  x++;
  InterlockedExchange(&taken, 0);
  return 0;
}

int main(void) {
  HANDLE thread = CreateThread(NULL, 0, count, NULL, 0, NULL);
  count(NULL);
  WaitForSingleObject(thread, INFINITE);
  assert(x == 2);
  return 0;
}
