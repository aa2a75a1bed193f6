// what threads return is looked at by nobody, but as a pointer
#include <pthread.h>
#include <stdlib.h>
void *worker(void *a) {
  int *q = malloc(sizeof *q);
  *q = 7;
  return q;
}
int main(void) {
  pthread_t h[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&h[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) {
    void *r;
    pthread_join(h[i], &r);
    if (*(int *)r != 7)
      return 1;
  }
  return 0;
}
