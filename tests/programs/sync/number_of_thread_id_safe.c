// Ids as numbers: of one thread always the same, of two at once never.
#include <assert.h>
#include <pthread.h>
static unsigned long seen;
static void *f(void *a) {
  seen = (unsigned long)pthread_self();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  assert(seen && seen == (unsigned long)t);
  assert(seen != (unsigned long)pthread_self());
  return 0;
}
