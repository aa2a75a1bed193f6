#include <pthread.h>
#include <stdlib.h>
double mine;
long other;
void *draw(void *unused) {
  other = lrand48();
  return 0;
}
int main(void) {
  pthread_t thread;
  srand48(1);
  pthread_create(&thread, 0, draw, 0);
  mine = drand48();
  pthread_join(thread, 0);
  return 0;
}
