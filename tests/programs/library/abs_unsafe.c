#include <limits.h>
#include <stdlib.h>
int x = INT_MIN;
int main(void) {
  x = abs(x);
  return 0;
}
