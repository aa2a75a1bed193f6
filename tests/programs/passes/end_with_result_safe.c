// a thread that ends leaves a result: it is told with the end, in one step
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, x;
static void *side(void *a) {
  x = 1;
  return a;
}
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_t t;
  void *r;
  pthread_create(&t, 0, side, (void *)2L);
  pthread_join(t, &r);
  if ((long)r == 1)
    x++;
  return 0;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  while (!go)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
