#include <limits.h>
_Atomic short s = 5;
int main(void) {
  s += 1;
  s += 2;
  if (s == 8) {
    int z = INT_MAX;
    z = z + 1;
  }
  return 0;
}
