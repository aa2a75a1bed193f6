#include <assert.h>
#include <stdlib.h>
int sorted[5] = {1, 3, 5, 7, 9};
int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int key = 7, none = 4;
  assert(bsearch(&key, sorted, 5, sizeof(int), order) == &sorted[3]);
  assert(bsearch(&none, sorted, 5, sizeof(int), order) == 0);
  return 0;
}
