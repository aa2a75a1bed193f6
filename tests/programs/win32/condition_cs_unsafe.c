// A wait in a loop; without the loop nothing is known.
#include <assert.h>
#include <windows.h>

CRITICAL_SECTION lock;
CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;
int ready;

DWORD WINAPI prepare(LPVOID argument) {
  EnterCriticalSection(&lock);
  ready = 1;
  LeaveCriticalSection(&lock);
  WakeConditionVariable(&changed);
  return 0;
}

int main(void) {
  InitializeCriticalSection(&lock);
  HANDLE thread = CreateThread(NULL, 0, prepare, NULL, 0, NULL);
  EnterCriticalSection(&lock);
  if (!ready)
    SleepConditionVariableCS(&changed, &lock, INFINITE);
  assert(ready);
  LeaveCriticalSection(&lock);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
