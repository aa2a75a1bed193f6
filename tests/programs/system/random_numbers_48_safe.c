#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand48(1);
  long x = lrand48(), y = mrand48();
  double z = drand48();
  assert(x >= 0 && x <= 0x7fffffff && y >= -0x7fffffff - 1 && y <= 0x7fffffff && z >= 0 && z < 1);
  return 0;
}
