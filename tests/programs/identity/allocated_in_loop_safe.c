// Each round compares with memory that is still there.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *last = 0;
  for (int i = 0; i < 3; i++) { int *p = malloc(4); assert(p != last); if (last) free(last); last = p; }
  free(last);
  return 0;
}
