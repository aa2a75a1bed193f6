// Of several objects the first that is there.
#include <assert.h>
#include <windows.h>

int main(void) {
  HANDLE both[2];
  both[0] = CreateEvent(NULL, FALSE, FALSE, NULL);
  both[1] = CreateMutex(NULL, FALSE, NULL);
  assert(WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0 + 0);
  SetEvent(both[0]);
  assert(WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0);
  assert(WaitForMultipleObjects(1, both, FALSE, 0) == WAIT_TIMEOUT);
  assert(WaitForMultipleObjects(0, both, FALSE, 0) == WAIT_FAILED);
  return 0;
}
