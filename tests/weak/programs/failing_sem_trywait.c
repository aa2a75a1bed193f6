// sc: safe, tso: unsafe, pso: unsafe
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
int x, got = 1, r = 1;
sem_t s;
void *t1(void *u) { x = 1; got = sem_trywait(&s) == 0; return 0; }   /* a trywait that fails is a load */
void *t2(void *u) { sem_post(&s); r = x; return 0; }
int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 0);
  pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(got || r);
  return 0;
}
