#include <stdarg.h>
extern void reach_error(void);

struct pair { int x; long y; };
static long walk(const char *kinds, va_list rest) {
  long found = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': found += va_arg(rest, int); break;
    case 'u': found += va_arg(rest, unsigned); break;
    case 'l': found += va_arg(rest, long); break;
    case 's': found += *va_arg(rest, const char *); break;
    case 'p': {
      struct pair pair = va_arg(rest, struct pair);
      found += pair.x * pair.y;
      break;
    }
    }
  return found;
}
static long kinds(const char *kinds, ...) {
  va_list rest, again;
  va_start(rest, kinds);
  va_copy(again, rest);
  long found = walk(kinds, rest);
  va_end(rest);
  found += walk(kinds, again);
  va_end(again);
  return found;
}
int main(void) {
  struct pair pair = {3, 5};
  long (*through)(const char *, ...) = kinds;
  if (through("iulsp", -1, 7, 100l, (void *)"A", pair) != 2 * (106 + 65 + 15))
    reach_error();
  return 0;
}
