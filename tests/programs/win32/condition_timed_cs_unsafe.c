// A wait that may take too long says so.
#include <assert.h>
#include <windows.h>

CRITICAL_SECTION lock;
CONDITION_VARIABLE changed;

int main(void) {
  int late;
  InitializeCriticalSection(&lock);
  InitializeConditionVariable(&changed);
  EnterCriticalSection(&lock);
  late = !!SleepConditionVariableCS(&changed, &lock, 20);
  assert(!late || GetLastError() == ERROR_TIMEOUT);
  LeaveCriticalSection(&lock);
  return 0;
}
