// A manual event stays set until it is reset.
#include <assert.h>
#include <windows.h>

int main(void) {
  HANDLE event = CreateEvent(NULL, TRUE, FALSE, NULL);
  assert(WaitForSingleObject(event, 0) == WAIT_TIMEOUT);
  SetEvent(event);
  assert(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0);
  assert(WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0);
  ResetEvent(event);
  assert(WaitForSingleObject(event, 0) == WAIT_TIMEOUT);
  return 0;
}
