// One that was joined may have had the number that another one gets.
#include <assert.h>
#include <pthread.h>
static unsigned long seen;
static void *f(void *a) {
  unsigned long me = (unsigned long)pthread_self();
  assert(me != seen);
  seen = me;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return 0;
}
