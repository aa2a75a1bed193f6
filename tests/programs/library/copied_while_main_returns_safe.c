#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h, *i;
static void *worker(void *a) {
  g = strdup("ab");
  h = realloc(malloc(2), 4);
  void *aligned;
  posix_memalign(&aligned, 16, 4);
  i = aligned;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  return 0;
}
