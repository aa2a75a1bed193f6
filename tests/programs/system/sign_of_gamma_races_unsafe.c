#include <math.h>
#include <pthread.h>
double mine, other;
void *compute(void *unused) {
  other = lgamma(2.5);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  mine = lgammaf(-1.5);
  pthread_join(thread, 0);
  return 0;
}
