#include <assert.h>
#include <pthread.h>

static int add(void *p) { return *(int *)p - 8; }
static long three(void *p) { return -3; }

int main(void) {
  pthread_t s, t;
  void *sum, *number;
  int x = 5;
  pthread_create(&s, NULL, (void *(*)(void *))add, &x);
  pthread_create(&t, NULL, (void *(*)(void *))three, NULL);
  pthread_join(s, &sum);
  pthread_join(t, &number);
  assert((int)(long)sum == -3 && (long)number == -3);
  return 0;
}
