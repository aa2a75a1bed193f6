#include <limits.h>
_Atomic int x = INT_MIN;
int main(void) {
  x--;
  return 0;
}
