#include <pthread.h>
pthread_mutex_t *p;
int main(void) {
  {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    p = &m;
  }
  pthread_mutex_destroy(p);
  return 0;
}
