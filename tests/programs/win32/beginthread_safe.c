// A thread that nobody can wait for.
#include <assert.h>
#include <process.h>
#include <windows.h>

HANDLE done;
int x;

void __cdecl set(void *argument) {
  x = 1;
  SetEvent(done);
  _endthread();
}

int main(void) {
  done = CreateEvent(NULL, TRUE, FALSE, NULL);
  if (_beginthread(set, 0, NULL) == -1L)
    return 1;
  WaitForSingleObject(done, INFINITE);
  assert(x == 1);
  return 0;
}
