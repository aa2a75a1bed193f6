// The key is created by a thread that is started after the one that uses it.
#include <assert.h>
#include <pthread.h>
pthread_key_t k;
int n, v;
void d(void *p) { n++; }
void *a(void *x) {
  while (!__atomic_load_n(&v, 5))
    ;
  pthread_setspecific(k, &v);
  return 0;
}
void *b(void *x) {
  pthread_key_create(&k, d);
  __atomic_store_n(&v, 1, 5);
  return 0;
}
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, a, 0);
  pthread_create(&q, 0, b, 0);
  pthread_join(p, 0);
  assert(n == 0);
  return 0;
}
