#include <assert.h>
#include <pthread.h>
// Nobody knows the number, whatever it becomes.
static double half(double x) { return x / 2; }
int main(void) {
  float self = pthread_self();
  assert(half(pthread_self()) < 100 || self < 200);
  return 0;
}
