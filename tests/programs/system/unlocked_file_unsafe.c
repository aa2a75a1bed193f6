#include <pthread.h>
#include <stdio.h>
static FILE *file;
static void *reader(void *argument) {
  getc_unlocked(file);
  return 0;
}
static void *writer(void *argument) {
  putc_unlocked('a', file);
  return 0;
}
int main(void) {
  pthread_t a, b;
  file = fopen("file", "r+");
  if (!file)
    return 1;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
