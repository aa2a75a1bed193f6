#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0, y = 0;
  if (scanf("%d %d", &x, &y) == 2)
    assert(x + y != 7);
  return 0;
}
