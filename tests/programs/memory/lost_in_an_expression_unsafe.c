#include <stdlib.h>
static int *g;
static int lose(void) {
  g = 0;
  exit(3);
}
int main(void) {
  (g = malloc(4)), (*g = 2);
  return *g + lose();
}
