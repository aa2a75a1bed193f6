// `x += 1` on an _Atomic int overflows like on any int; whether it does is known only once x has been read.
#include <limits.h>
_Atomic int x = INT_MAX;
int main(void) {
  x += 1;
  return 0;
}
