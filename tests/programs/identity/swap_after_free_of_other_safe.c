// Memory is freed, but what is compared has never been.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) top;
static void *f(void *arg) {
  int *mine = malloc(sizeof(int)), *seen = 0;
  if (!atomic_compare_exchange_strong(&top, &seen, mine)) {
    assert(seen != mine);
    free(mine);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  f(0);
  pthread_join(t, 0);
  assert(top != 0);
  return 0;
}
