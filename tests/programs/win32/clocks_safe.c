// Time does not go back.
#include <assert.h>
#include <windows.h>

int main(void) {
  LARGE_INTEGER frequency, begin, end;
  ULONGLONG since = GetTickCount64();
  Sleep(10);
  assert(GetTickCount64() >= since);
  QueryPerformanceFrequency(&frequency);
  QueryPerformanceCounter(&begin);
  QueryPerformanceCounter(&end);
  assert(frequency.QuadPart > 0 && end.QuadPart >= begin.QuadPart);
  return 0;
}
