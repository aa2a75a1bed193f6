// Bytes of a word, which threads only read.
#include <pthread.h>
#include <stdint.h>
union {
  uint32_t word;
  uint8_t byte[4];
} u;
void *look(void *unused) {
  return u.byte[1] ? unused : 0;
}
int main(void) {
  pthread_t t;
  u.word = 500;
  pthread_create(&t, 0, look, 0);
  int x = u.byte[2] + (int)u.word;
  pthread_join(t, 0);
  u.word = x;
  return 0;
}
