#include <assert.h>
#include <stdio.h>
int main(void) {
  int before = 1, one = 0, behind = 0, x;
  char c;
  if (scanf("%n%c%n%d%n", &before, &c, &one, &x, &behind) == 2)
    assert(before == 0 && one == 1 && behind > one);
  return 0;
}
