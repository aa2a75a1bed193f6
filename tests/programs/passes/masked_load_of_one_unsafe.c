// of two threads that are alike the one whose mask is zero reads, too
#include <pthread.h>
int x, seen;
void *reader(void *mask) {
  int y = x & (int)(long)mask;
  if (y)
    seen = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, (void *)1L);
  pthread_join(t, 0);
  pthread_create(&t, 0, reader, (void *)0L);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
