// sc: safe, tso: unsafe, pso: unsafe
#include <windows.h>
#include <assert.h>
LONG x, y; int r0, r1;
DWORD WINAPI f(LPVOID u) { x = 1; GetTickCount(); r0 = y; return 0; }   /* also GetCurrentThreadId(): a read of the own thread's block */
DWORD WINAPI g(LPVOID u) { y = 1; GetTickCount(); r1 = x; return 0; }
int main(void) {
  HANDLE h[2];
  h[0] = CreateThread(0, 0, f, 0, 0, 0); h[1] = CreateThread(0, 0, g, 0, 0, 0);
  WaitForMultipleObjects(2, h, TRUE, INFINITE);
  assert(r0 || r1);
  return 0;
}
