#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
// Whoever needs both locks takes that at the lower address first.
struct account {
  pthread_mutex_t lock;
  int sum;
};
struct account *accounts[2];
static void move(struct account *from, struct account *to) {
  struct account *first = (uintptr_t)from < (uintptr_t)to ? from : to;
  struct account *second = first == from ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->sum--;
  to->sum++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}
void *back(void *unused) {
  move(accounts[1], accounts[0]);
  return 0;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    accounts[i] = malloc(sizeof(struct account));
    pthread_mutex_init(&accounts[i]->lock, 0);
    accounts[i]->sum = 5;
  }
  pthread_t t;
  pthread_create(&t, 0, back, 0);
  move(accounts[0], accounts[1]);
  pthread_join(t, 0);
  return 0;
}
