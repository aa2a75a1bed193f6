// The same bytes as integers of several types: members of a union, and views through pointers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
union both {
  uint64_t all;
  uint32_t half[2];
  uint8_t byte[8];
  struct {
    int8_t first;
    uint16_t second;
  } s;
} u = {.all = 0x1122334455667788};
unsigned char text[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static unsigned sum(const unsigned char *p, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s = s * 31 + p[i];
  return s;
}
int main(void) {
  assert(u.byte[0] == 0x88 && u.half[1] == 0x11223344 && u.s.first == -120 && u.s.second == 0x5566);
  u.byte[1] = 0xAA;
  assert(u.all == 0x112233445566AA88);
  uint32_t *word = (uint32_t *)(text + 4);
  assert(*word == 0x08070605);
  *word = 0xdeadbeef;
  assert(text[4] == 0xef && text[7] == 0xde && text[8] == 9);
  int x = 0x01020304;
  assert(sum((unsigned char *)&x, sizeof x) == ((4u * 31 + 3) * 31 + 2) * 31 + 1);
  char *m = calloc(16, 1);
  *(uint64_t *)m = 5;
  ((uint32_t *)m)[2] = 7;
  assert(m[0] == 5 && *(uint64_t *)(m + 8) == 7);
  free(m);
  return 0;
}
