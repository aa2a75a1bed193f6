#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
char b[24];
int main(void) {
  assert(snprintf(b, sizeof b, "%d|%5d|%-3d|%03d", INT_MIN, 42, 7, -5) == 25 && strlen(b) == 23);
  assert(sprintf(b, "%x %X %o %u", 255, 0xabc, 8, -1) == 20 && strcmp(b, "ff ABC 10 4294967295") == 0);
  assert(snprintf(b, 4, "%s%c", "abc", 'd') == 4 && strcmp(b, "abc") == 0);
  assert(snprintf(0, 0, "%lld %%", 1234567890123LL) == 15);
  int n = printf("%5s|%-4s|\n", "abc", "x");
  assert(n == 12 || n == -1);
  return 0;
}
