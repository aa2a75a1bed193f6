// Who is woken before it waits is not woken.
#include <assert.h>
#include <windows.h>

SRWLOCK lock;
CONDITION_VARIABLE changed;
int ready;

DWORD WINAPI prepare(LPVOID argument) {
  AcquireSRWLockExclusive(&lock);
  ready = 1;
  WakeAllConditionVariable(&changed);
  ReleaseSRWLockExclusive(&lock);
  return 0;
}

int main(void) {
  InitializeSRWLock(&lock);
  HANDLE thread = CreateThread(NULL, 0, prepare, NULL, 0, NULL);
  AcquireSRWLockExclusive(&lock);
  while (!ready)
    SleepConditionVariableSRW(&changed, &lock, INFINITE, 0);
  ReleaseSRWLockExclusive(&lock);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
