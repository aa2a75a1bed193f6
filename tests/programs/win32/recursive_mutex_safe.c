// As often as it was taken it has to be released.
#include <assert.h>
#include <windows.h>

HANDLE mutex;
int x;

DWORD WINAPI other(LPVOID argument) {
  WaitForSingleObject(mutex, INFINITE);
  assert(x == 2);
  ReleaseMutex(mutex);
  return 0;
}

int main(void) {
  mutex = CreateMutex(NULL, TRUE, NULL);
  HANDLE thread = CreateThread(NULL, 0, other, NULL, 0, NULL);
  x = 1;
  WaitForSingleObject(mutex, INFINITE);
  ReleaseMutex(mutex);
  x = 2;
  ReleaseMutex(mutex);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
