// sc: safe, tso: safe, pso: unsafe
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
    head = head + 1;
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
    tail = tail + 1;
  }
  pthread_join(t, 0);
}
