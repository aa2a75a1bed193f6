#include <assert.h>
#include <time.h>
#include <windows.h>
int main(void) {
  ULONGLONG ticks = GetTickCount64();
  clock_t used = clock();
  assert(used < 0 || (ULONGLONG)used >= ticks);
  return 0;
}
