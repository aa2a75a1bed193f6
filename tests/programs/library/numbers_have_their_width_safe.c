#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 0;
  unsigned u = 0;
  if (scanf("%2d %1x", &x, &u) == 2)
    assert(x >= -9 && x <= 99 && u <= 15);
  return 0;
}
