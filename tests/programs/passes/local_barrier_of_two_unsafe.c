// nobody else can come to this barrier
#include <pthread.h>
int x;
void *worker(void *a) {
  pthread_barrier_t b;
  pthread_barrier_init(&b, 0, 2);
  for (int i = 0; i < 2; i++)
    pthread_barrier_wait(&b);
  x = 1;
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, worker, 0);
  pthread_join(p, 0);
  return 0;
}
