// A byte and the word that it belongs to.
#include <pthread.h>
#include <stdint.h>
union {
  uint32_t word;
  uint8_t byte[4];
} u;
void *count(void *unused) {
  u.byte[1]++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  u.word++;
  pthread_join(t, 0);
  return 0;
}
