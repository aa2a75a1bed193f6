// A mutex object excludes, and belongs to who has taken it.
#include <assert.h>
#include <windows.h>

HANDLE mutex;
int x;

DWORD WINAPI count(LPVOID argument) {
  WaitForSingleObject(mutex, INFINITE);
  x++;
  ReleaseMutex(mutex);
  return 0;
}

int main(void) {
  HANDLE threads[2];
  mutex = CreateMutex(NULL, FALSE, NULL);
  for (int i = 0; i < 2; i++)
    threads[i] = CreateThread(NULL, 0, count, NULL, 0, NULL);
  WaitForMultipleObjects(2, threads, TRUE, INFINITE);
  DWORD result = WaitForSingleObject(mutex, INFINITE);
  assert(result == WAIT_OBJECT_0 && x == 2);
  return 0;
}
