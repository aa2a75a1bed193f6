// Whoever does not wait is told.
#include <assert.h>
#include <windows.h>

SRWLOCK lock;

DWORD WINAPI look(LPVOID argument) {
  assert(!TryAcquireSRWLockExclusive(&lock));
  if (TryAcquireSRWLockShared(&lock))
    ReleaseSRWLockShared(&lock);
  else
    assert(0);
  return 0;
}

int main(void) {
  InitializeSRWLock(&lock);
  AcquireSRWLockShared(&lock);
  HANDLE thread = CreateThread(NULL, 0, look, NULL, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  ReleaseSRWLockShared(&lock);
  assert(TryAcquireSRWLockExclusive(&lock));
  ReleaseSRWLockExclusive(&lock);
  return 0;
}
