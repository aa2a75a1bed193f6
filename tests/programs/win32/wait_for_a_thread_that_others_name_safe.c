// What a thread waits for is named by memory that others may change: the end of a thread is no quiet step.
#include <windows.h>
extern void reach_error(void);
static _Atomic int x;
static DWORD WINAPI side(LPVOID a) { x = 2; return 1; }
int main(void) {
  HANDLE t = CreateThread(0, 0, side, 0, 0, 0);
  x = 1; WaitForSingleObject(t, INFINITE);
  if (x == 7) reach_error();
  return 0;
}
