#include <stdlib.h>
static int *g;
static int release(int *p, int n) {
  g = 0;
  free(p);
  return n;
}
static int *pass(int *p) { return p; }
int main(void) {
  int *p;
  g = malloc(4);
  *g = 2;
  return (p = g) != 0 && release(pass(g), *g + 1) + (p == g) != 3;
}
