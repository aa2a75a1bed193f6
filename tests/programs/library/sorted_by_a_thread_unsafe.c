#include <pthread.h>
#include <stdlib.h>
static int numbers[2] = {2, 1};
static int order(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : 1; }
static void *sorter(void *unused) {
  qsort(numbers, 2, sizeof(int), order);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sorter, 0);
  return numbers[0] + pthread_join(t, 0);
}
