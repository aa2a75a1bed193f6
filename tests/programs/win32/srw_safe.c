// Readers exclude writers.
#include <assert.h>
#include <windows.h>

SRWLOCK lock = SRWLOCK_INIT;
int x, y;

DWORD WINAPI write(LPVOID argument) {
  AcquireSRWLockExclusive(&lock);
  x++;
  y++;
  ReleaseSRWLockExclusive(&lock);
  return 0;
}

int main(void) {
  HANDLE thread = CreateThread(NULL, 0, write, NULL, 0, NULL);
  AcquireSRWLockShared(&lock);
  assert(x == y);
  ReleaseSRWLockShared(&lock);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
