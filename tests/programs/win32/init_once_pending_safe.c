// In two calls.
#include <assert.h>
#include <windows.h>

INIT_ONCE once;
int n;

DWORD WINAPI use(LPVOID argument) {
  BOOL is_pending;
  LPVOID context;
  InitOnceBeginInitialize(&once, 0, &is_pending, &context);
  if (is_pending) {
    n++;
    if (is_pending)
      InitOnceComplete(&once, 0, &n);
  }
  return 0;
}

int main(void) {
  InitOnceInitialize(&once);
  HANDLE thread = CreateThread(NULL, 0, use, NULL, 0, NULL);
  use(NULL);
  WaitForSingleObject(thread, INFINITE);
  assert(n == 1);
  return 0;
}
