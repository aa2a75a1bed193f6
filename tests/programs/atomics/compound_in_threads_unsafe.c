// Only the second of the two threads overflows: the old value is that of the step itself.
#include <limits.h>
#include <pthread.h>
_Atomic int x = INT_MAX / 2 + 1;
void *twice(void *a) {
  x *= 2;
  return 0;
}
void *half(void *a) {
  x /= 2;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, half, 0);
  pthread_create(&t, 0, twice, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
