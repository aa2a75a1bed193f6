#include <pthread.h>
#include <stdio.h>
static FILE *file;
static void *writer(void *argument) {
  if (file)
    putc_unlocked('a', file);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_join(a, 0);
  file = stderr;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
