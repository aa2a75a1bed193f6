// What is narrower than int is computed as int and cut off: no overflow.
#include <assert.h>
#include <limits.h>
_Atomic short s = SHRT_MAX;
_Atomic unsigned char c = 250;
_Atomic _Bool b;
int main(void) {
  s += 1;
  if (s != SHRT_MIN) {
    int z = INT_MAX;
    z = z + 1;
  }
  assert((s -= 1) == SHRT_MAX);
  assert(s++ == SHRT_MAX && s == SHRT_MIN);
  c += 10;
  assert(c == 4);
  c <<= 6;
  assert((c /= 3) == 0 && --c == 255);
  assert((b += 5) == 1);
  b--;
  assert(b == 0);
  return 0;
}
