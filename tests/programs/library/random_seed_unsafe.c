#include <pthread.h>
#include <stdlib.h>
unsigned seed;
void *t(void *x) {
  rand_r(&seed);
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  rand_r(&seed);
  pthread_join(p, 0);
  return 0;
}
