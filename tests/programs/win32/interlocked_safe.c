// Each is one step.
#include <assert.h>
#include <windows.h>

LONG n;

DWORD WINAPI count(LPVOID argument) {
  InterlockedIncrement(&n);
  return 0;
}

int main(void) {
  HANDLE threads[2];
  threads[0] = CreateThread(NULL, 0, count, NULL, 0, NULL);
  threads[1] = CreateThread(NULL, 0, count, NULL, 0, NULL);
  WaitForMultipleObjects(2, threads, TRUE, INFINITE);
  assert(n == 2);
  return 0;
}
