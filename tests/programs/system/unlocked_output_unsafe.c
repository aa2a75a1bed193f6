#include <pthread.h>
#include <stdio.h>
static void *one(void *argument) {
  putc_unlocked('a', stdout);
  return 0;
}
static void *other(void *argument) {
  putchar_unlocked('b');
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
