// The handle is a number at first.
#include <assert.h>
#include <process.h>
#include <windows.h>

int x;

unsigned __stdcall set(void *argument) {
  x = *(int *)argument;
  _endthreadex(0);
  return 1;
}

int main(void) {
  int value = 5;
  unsigned id;
  uintptr_t thread = _beginthreadex(NULL, 0, set, &value, 0, &id);
  assert(thread && id);
  assert(x == 5);
  CloseHandle((HANDLE)thread);
  return 0;
}
