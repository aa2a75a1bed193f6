// Who asks to share a lock may have to wait for who wants it alone, even if it has the lock already.
#include <assert.h>
#include <windows.h>

SRWLOCK lock = SRWLOCK_INIT;

DWORD WINAPI write(LPVOID argument) {
  AcquireSRWLockExclusive(&lock);
  ReleaseSRWLockExclusive(&lock);
  return 0;
}

int main(void) {
  HANDLE thread = CreateThread(NULL, 0, write, NULL, 0, NULL);
  AcquireSRWLockShared(&lock);
  ReleaseSRWLockShared(&lock);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
