// One thread counts the bytes of a word, another one the word: an update is lost.
#include <assert.h>
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
  assert(u.word == 0x101);
  return 0;
}
