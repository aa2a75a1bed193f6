#include <stdlib.h>
static const short number = 3;
static int order(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
int main(void) {
  qsort((void *)&number, 1, sizeof number, order);
  return 0;
}
