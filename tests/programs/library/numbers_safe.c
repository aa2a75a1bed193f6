#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  char *end, text[] = " -42x";
  assert(atoi("12") == 12 && atoi("  -7 ") == -7 && atol("x") == 0 && abs(-3) == 3 && labs(5) == 5);
  assert(strtol(text, &end, 10) == -42 && end == text + 4);
  assert(strtol("0x1F", 0, 0) == 31 && strtol("017", 0, 0) == 15 && strtoul("ff", 0, 16) == 255);
  errno = 0;
  assert(strtoll("9223372036854775807", 0, 10) == LLONG_MAX && errno == 0);
  assert(strtoll("9223372036854775808", 0, 10) == LLONG_MAX && errno == ERANGE);
  assert(strtoull("-1", 0, 10) == ULLONG_MAX);
  return 0;
}
