// But not more than four times; and not for a value that is null, nor for a key that is deleted.
#include <assert.h>
#include <pthread.h>
pthread_key_t k, other, gone;
int n, v;
void again(void *p) {
  n++;
  pthread_setspecific(k, p);
}
void never(void *p) { assert(0); }
void *a(void *x) {
  pthread_setspecific(k, &v);
  pthread_setspecific(other, &v);
  pthread_setspecific(other, 0);
  pthread_setspecific(gone, &v);
  pthread_key_delete(gone);
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_key_create(&k, again);
  pthread_key_create(&other, never);
  pthread_key_create(&gone, never);
  pthread_create(&p, 0, a, 0);
  pthread_join(p, 0);
  assert(n == 4);
  return 0;
}
