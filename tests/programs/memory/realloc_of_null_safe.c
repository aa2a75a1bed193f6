// null is as good as what malloc gives
#include <stdlib.h>
int choose;
int main(void) {
  int x = 1;
  int *p = choose ? malloc(4) : 0;
  p = realloc(p, 8);
  free(p);
  return 0;
}
