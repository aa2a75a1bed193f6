// A wait in a loop; without the loop nothing is known.
#include <assert.h>
#include <windows.h>

SRWLOCK lock;
CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;
int ready;

DWORD WINAPI prepare(LPVOID argument) {
  AcquireSRWLockExclusive(&lock);
  ready = 1;
  ReleaseSRWLockExclusive(&lock);
  WakeConditionVariable(&changed);
  return 0;
}

int main(void) {
  InitializeSRWLock(&lock);
  HANDLE thread = CreateThread(NULL, 0, prepare, NULL, 0, NULL);
  AcquireSRWLockExclusive(&lock);
  if (!ready)
    SleepConditionVariableSRW(&changed, &lock, INFINITE, 0);
  assert(ready);
  ReleaseSRWLockExclusive(&lock);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
