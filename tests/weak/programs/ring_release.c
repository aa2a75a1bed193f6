// sc: safe, tso: safe, pso: safe, armv8: unsafe
#include <assert.h>
#include <pthread.h>
#define N 2
int data[N];
unsigned head, tail;
void *consumer(void *u) {
  for (int i = 1; i <= 3; i++) {
    while (tail == head)
      ;
    assert(data[head % N] == i);
    __atomic_store_n(&head, head + 1, __ATOMIC_RELEASE);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumer, 0);
  for (int i = 1; i <= 3; i++) {
    while (tail - head == N)
      ;
    data[tail % N] = i;
    __atomic_store_n(&tail, tail + 1, __ATOMIC_RELEASE);
  }
  pthread_join(t, 0);
}
