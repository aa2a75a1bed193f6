// the first round reads, the second one writes while reading
#include <pthread.h>
int x;
void *worker(void *a) {
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  for (int i = 0; i < 2; i++) {
    if (i == 0)
      pthread_rwlock_rdlock(&l);
    else
      pthread_rwlock_wrlock(&l);
    x++;
  }
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, worker, 0);
  pthread_join(p, 0);
  return 0;
}
