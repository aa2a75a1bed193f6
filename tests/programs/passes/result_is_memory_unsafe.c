// what one thread returned is given to another one
#include <pthread.h>
#include <stdlib.h>
void *make(void *a) {
  int *n = malloc(sizeof *n);
  *n = 1;
  return n;
}
void *use(void *a) {
  *(int *)a = 4;
  return 0;
}
int main(void) {
  pthread_t h, k;
  void *r;
  pthread_create(&h, 0, make, 0);
  pthread_join(h, &r);
  pthread_create(&k, 0, use, r);
  *(int *)r = 2;
  return 0;
}
