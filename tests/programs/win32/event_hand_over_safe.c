// What is done before an event is set, is seen by who waited for it.
#include <assert.h>
#include <windows.h>

HANDLE event;
int data;

DWORD WINAPI produce(LPVOID argument) {
  data = 42;
  SetEvent(event);
  return 0;
}

int main(void) {
  event = CreateEvent(NULL, TRUE, FALSE, NULL);
  CreateThread(NULL, 0, produce, NULL, 0, NULL);
  WaitForSingleObject(event, INFINITE);
  assert(data == 42);
  return 0;
}
