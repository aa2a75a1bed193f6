// Each thread has its own value.
#include <assert.h>
#include <windows.h>

DWORD slot;
int x;

DWORD WINAPI look(LPVOID argument) {
  assert(TlsGetValue(slot) == &x);
  TlsSetValue(slot, argument);
  assert(TlsGetValue(slot) == argument);
  return 0;
}

int main(void) {
  slot = TlsAlloc();
  assert(slot != TLS_OUT_OF_INDEXES);
  TlsSetValue(slot, &x);
  HANDLE thread = CreateThread(NULL, 0, look, &slot, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  assert(TlsGetValue(slot) == &x && !TlsSetValue(slot + 1, &x));
  TlsFree(slot);
  return 0;
}
