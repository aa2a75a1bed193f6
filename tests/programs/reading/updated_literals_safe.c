#include <assert.h>
int main(void) {
  int r = ++(int){5}, s = --(int[]){3, 4}[1], t = -++(struct { int a; }){6}.a;
  assert(r == 6 && s == 3 && t == -7);
  return 0;
}
