// Who is woken before it waits is not woken.
#include <assert.h>
#include <windows.h>

CRITICAL_SECTION lock;
CONDITION_VARIABLE changed;
int ready;

DWORD WINAPI prepare(LPVOID argument) {
  EnterCriticalSection(&lock);
  ready = 1;
  WakeAllConditionVariable(&changed);
  LeaveCriticalSection(&lock);
  return 0;
}

int main(void) {
  InitializeCriticalSection(&lock);
  HANDLE thread = CreateThread(NULL, 0, prepare, NULL, 0, NULL);
  EnterCriticalSection(&lock);
  
    SleepConditionVariableCS(&changed, &lock, INFINITE);
  LeaveCriticalSection(&lock);
  WaitForSingleObject(thread, INFINITE);
  return 0;
}
