#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// Whoever is the last one is the owner.
struct pair {
  char owner;
  int count;
};
_Atomic struct pair s;
void *add(void *owner) {
  struct pair old = atomic_load(&s), new;
  do {
    assert(old.owner == 0 ? old.count == 0 : old.count == 1);
    new.owner = *(char *)owner;
    new.count = old.count + 1;
  } while (!atomic_compare_exchange_strong(&s, &old, new));
  return 0;
}
int main(void) {
  pthread_t t;
  char one = 1, two = 2;
  pthread_create(&t, 0, add, &one);
  add(&two);
  pthread_join(t, 0);
  struct pair end = atomic_load(&s);
  assert(end.owner == 2);
  return 0;
}
