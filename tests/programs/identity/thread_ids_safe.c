// Threads that exist at the same time have different ids, also after they have ended.
#include <assert.h>
#include <pthread.h>
static void *f(void *arg) { return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, f, 0);
  pthread_join(a, 0);
  assert(!pthread_equal(a, b));
  pthread_join(b, 0);
  assert(!pthread_equal(a, b) && pthread_equal(b, b));
  return 0;
}
