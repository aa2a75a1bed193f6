// a thread that keeps its own mutex after the first round stands in the second
#include <pthread.h>
int x;
void *worker(void *a) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    x++;
    if (i == 0)
      continue;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, worker, 0);
  pthread_join(p, 0);
  return 0;
}
