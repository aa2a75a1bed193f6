#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct pair {
  short a;
  int b;
};
_Atomic struct pair s;
void *set(void *arg) {
  struct pair n = {1, 11};
  struct pair old = atomic_exchange(&s, n);
  assert(old.a == 0);
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, set, 0);
  struct pair n = {2, 22};
  atomic_store(&s, n);
  pthread_join(p, 0);
  return 0;
}
