#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
char *block, *last;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  char *mine = malloc(8);
  pthread_mutex_lock(&m);
  assert(mine != last); // the second worker gets the memory that the first one freed
  char *old = block;
  block = 0;
  pthread_mutex_unlock(&m);
  free(old);
  return 0;
}
int main(void) {
  pthread_t a, b;
  block = malloc(8);
  last = block;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
