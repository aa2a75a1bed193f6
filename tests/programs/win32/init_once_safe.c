// One thread does it, and the others wait until it is done.
#include <assert.h>
#include <windows.h>

INIT_ONCE once = INIT_ONCE_STATIC_INIT;
int done;

BOOL CALLBACK start(PINIT_ONCE which, PVOID parameter, PVOID *context) {
  done++;
  *context = parameter;
  return TRUE;
}

DWORD WINAPI use(LPVOID argument) {
  PVOID context;
  if (!InitOnceExecuteOnce(&once, start, &done, &context))
    return 0;
  assert(context == &done && done == 1);
  return 0;
}

int main(void) {
  HANDLE thread = CreateThread(NULL, 0, use, NULL, 0, NULL);
  use(NULL);
  WaitForSingleObject(thread, INFINITE);
  assert(done == 1);
  return 0;
}
