// All of them, of which one never comes.
#include <assert.h>
#include <windows.h>

HANDLE both[2];

int main(void) {
  both[0] = CreateEvent(NULL, FALSE, TRUE, NULL);
  both[1] = CreateSemaphore(NULL, 0, 1, NULL);
  WaitForMultipleObjects(2, both, TRUE, INFINITE);
  return 0;
}
