// A destructor that leaves a value behind is run again.
#include <assert.h>
#include <pthread.h>
pthread_key_t k;
int n, v;
void d(void *p) {
  if (n++ == 0)
    pthread_setspecific(k, &v);
}
void *a(void *x) {
  pthread_setspecific(k, &v);
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_key_create(&k, d);
  pthread_create(&p, 0, a, 0);
  pthread_join(p, 0);
  assert(n != 2);
  return 0;
}
