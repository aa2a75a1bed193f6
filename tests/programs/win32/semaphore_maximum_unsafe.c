// More than the maximum is refused, and changes nothing.
#include <assert.h>
#include <windows.h>

int main(void) {
  LONG before = 7;
  HANDLE s = CreateSemaphore(NULL, 1, 2, NULL);
  assert(!ReleaseSemaphore(s, 2, &before) && GetLastError() == ERROR_TOO_MANY_POSTS);
  assert(before == 7);
  assert(ReleaseSemaphore(s, 1, &before) && before == 1);
  assert(!ReleaseSemaphore(s, 0, NULL));
  int n = 0;
  while (WaitForSingleObject(s, 0) == WAIT_OBJECT_0)
    n++;
  assert(n == 1);
  assert(!CreateSemaphore(NULL, 3, 2, NULL));
  return 0;
}
