#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct pair {
  short a;
  int *b;
};
int x, y;
_Atomic struct pair s;
void *set(void *arg) {
  struct pair n = {1, &x};
  struct pair old = atomic_exchange(&s, n);
  assert(old.a == 0 ? old.b == 0 : old.b == &y);
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, set, 0);
  struct pair n = {2, &y};
  atomic_store(&s, n);
  struct pair c = atomic_load(&s);
  assert(c.b == (c.a == 1 ? &x : &y));
  pthread_join(p, 0);
  return 0;
}
