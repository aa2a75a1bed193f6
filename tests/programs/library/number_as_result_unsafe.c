#include <assert.h>
#include <pthread.h>

static int add(void *p) { return *(int *)p - 8; }

int main(void) {
  pthread_t s;
  void *sum;
  int x = 9;
  pthread_create(&s, NULL, (void *(*)(void *))add, &x);
  pthread_join(s, &sum);
  assert((long)sum == 1); // int has only half of the bits
  return 0;
}
