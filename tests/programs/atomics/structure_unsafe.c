// Without _Atomic it is not.
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
struct pair s;
void *set(void *x) {
  struct pair n = {1, 1};
  s = n;
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, set, 0);
  struct pair c = s;
  assert(c.a == c.b);
  pthread_join(p, 0);
  return 0;
}
