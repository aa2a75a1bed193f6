// Who is inside may enter again, others may not.
#include <assert.h>
#include <windows.h>

CRITICAL_SECTION section;
int x;

DWORD WINAPI count(LPVOID argument) {
  if (!TryEnterCriticalSection(&section)) return 0;
  EnterCriticalSection(&section);
  x++;
  LeaveCriticalSection(&section);
  x++;
  LeaveCriticalSection(&section);
  return 0;
}

int main(void) {
  InitializeCriticalSection(&section);
  HANDLE a = CreateThread(NULL, 0, count, NULL, 0, NULL);
  HANDLE b = CreateThread(NULL, 0, count, NULL, 0, NULL);
  WaitForSingleObject(a, INFINITE);
  WaitForSingleObject(b, INFINITE);
  DeleteCriticalSection(&section);
  assert(x == 4);
  return 0;
}
