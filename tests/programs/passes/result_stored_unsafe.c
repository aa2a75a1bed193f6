// a result is stored where nobody reads it: the store races all the same
#include <pthread.h>
void *kept;
void *worker(void *a) { return a; }
void *store(void *a) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &kept);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, store, 0);
  pthread_create(&b, 0, store, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
