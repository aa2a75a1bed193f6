#include <assert.h>
static int same(int *a, int *b) { return a == b; }
static int call(void) {
  int x = 1, y = 2;
  return same(&x, &y) + same((int[]){1, 2}, (int[]){1, 2});
}
int main(void) {
  int *last = 0;
  for (int i = 0; i < 3; i++) {
    int z = i;
    assert(!call() && last != &z);
    last = &z;
    last = 0;
  }
  return 0;
}
