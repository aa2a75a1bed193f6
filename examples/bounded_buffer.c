// A bounded buffer with a mutex and two condition variables: every item arrives once and in order.
//   threadproof verify examples/bounded_buffer.c                            safe
//   threadproof verify examples/bounded_buffer.c --property no-data-race    safe
//   threadproof verify examples/bounded_buffer.c --property no-deadlock     safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define CAPACITY 2
#define ITEMS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items[CAPACITY];
static int first, count;

static void put(int item) {
  pthread_mutex_lock(&lock);
  while (count == CAPACITY)
    pthread_cond_wait(&not_full, &lock);
  items[(first + count) % CAPACITY] = item;
  count++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static int take(void) {
  pthread_mutex_lock(&lock);
  while (count == 0)
    pthread_cond_wait(&not_empty, &lock);
  int item = items[first];
  first = (first + 1) % CAPACITY;
  count--;
  assert(0 <= count && count < CAPACITY);
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *produce(void *unused) {
  (void)unused;
  for (int i = 1; i <= ITEMS; i++)
    put(i);
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 1; i <= ITEMS; i++)
    assert(take() == i);
  pthread_join(producer, NULL);
  assert(count == 0);
  return 0;
}
