#include <pthread.h>
#include <stdlib.h>
static long keys[2] = {4, 9};
static int as_they_are(const void *a, const void *b) { return -1; }
static void *sort(void *argument) {
  qsort(keys, 2, sizeof keys[0], as_they_are);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sort, 0);
  sort(0);
  pthread_join(t, 0);
  return 0;
}
