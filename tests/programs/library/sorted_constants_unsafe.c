#include <stdlib.h>
static const short numbers[] = {1, 5};
static int order(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
int main(void) {
  qsort((void *)numbers, 2, sizeof numbers[0], order);
  return 0;
}
