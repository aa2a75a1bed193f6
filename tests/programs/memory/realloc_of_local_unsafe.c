// not from malloc: to be said, not to be skipped
#include <stdlib.h>
int choose;
int main(void) {
  int x = 1;
  int *p = choose ? malloc(4) : &x;
  p = realloc(p, 8);
  free(p);
  return 0;
}
