#include <assert.h>
#include <pthread.h>
// The id of a thread is the same number each time it is asked for.
void *ask(void *unused) {
  unsigned long next = pthread_self() + 1;
  assert(pthread_self() + 1 == next);
  assert(next != 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, ask, 0);
  pthread_join(t, 0);
  return 0;
}
