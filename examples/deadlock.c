// Two locks taken in opposite orders: each thread can hold one and wait for the other for ever.
//   threadproof verify examples/deadlock.c --property no-deadlock     unsafe
//   threadproof verify examples/deadlock.c --property no-data-race    safe
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int balance[2] = {100, 100};

static void *left_to_right(void *unused) {
  (void)unused;
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  balance[0]--;
  balance[1]++;
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return NULL;
}

static void *right_to_left(void *unused) {
  (void)unused;
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  balance[1]--;
  balance[0]++;
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, left_to_right, NULL);
  pthread_create(&other, NULL, right_to_left, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
