// A wait that may take too long says so.
#include <assert.h>
#include <windows.h>

SRWLOCK lock;
CONDITION_VARIABLE changed;

int main(void) {
  int late;
  InitializeSRWLock(&lock);
  InitializeConditionVariable(&changed);
  AcquireSRWLockExclusive(&lock);
  late = !SleepConditionVariableSRW(&changed, &lock, 20, 0);
  assert(!late || GetLastError() == ERROR_TIMEOUT);
  ReleaseSRWLockExclusive(&lock);
  return 0;
}
