#include <assert.h>
#include <pthread.h>
pthread_key_t k[2];
int a, b;
int main(void) {
  for (int i = 0; i < 2; i++)
    pthread_key_create(&k[i], 0);
  pthread_setspecific(k[0], &a);
  pthread_setspecific(k[1], &b);
  assert(pthread_getspecific(k[0]) == &a);
  return 0;
}
