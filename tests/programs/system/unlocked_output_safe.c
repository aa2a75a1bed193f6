#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *argument) {
  FILE *own = fopen("one", "w");
  if (own)
    putc_unlocked('a', own);
  putc_unlocked('a', stderr);
  pthread_mutex_lock(&mutex);
  putchar_unlocked('a');
  pthread_mutex_unlock(&mutex);
  return 0;
}
static void *other(void *argument) {
  FILE *own = fopen("other", "w");
  if (own)
    putc_unlocked('b', own);
  getc_unlocked(stdin);
  pthread_mutex_lock(&mutex);
  putc_unlocked('b', stdout);
  pthread_mutex_unlock(&mutex);
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
