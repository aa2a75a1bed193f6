// sc: safe, tso: unsafe, pso: unsafe, armv8: unsafe
#include <assert.h>
#include <semaphore.h>
sem_t q;
#include <pthread.h>
int x, y, s, r, t, r2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t1(void *u) { y = 1; sem_post(&q); return 0; }
void *t2(void *u) { sem_wait(&q); t = 1; r2 = x; return 0; }
void *t3(void *u) { x = 1; r = y; return 0; }
int main(void) {
  pthread_t h[3];
  pthread_create(&h[0], 0, t1, 0);
  pthread_create(&h[1], 0, t2, 0);
  pthread_create(&h[2], 0, t3, 0);
  for (int i = 0; i < 3; i++) pthread_join(h[i], 0);
  assert(r == 1 || t == 0 || r2 == 1);
}
