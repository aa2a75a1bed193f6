#include <assert.h>
static void swap(int *a, int *b) {
  if (a == b)
    return;
  int c = *a;
  *a = *b;
  *b = c;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x = i, y = i + 1;
    swap(&x, &y);
    assert(x == i + 1 && y == i);
  }
  return 0;
}
