#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 0;
  if (scanf("%2d", &x) == 1)
    assert(x != -9);
  return 0;
}
