#include <stdarg.h>
extern void reach_error(void);

struct reader { int used; va_list rest; };
static int one(va_list *rest) { return va_arg(*rest, int); }
static int two(struct reader *reader) {
  reader->used++;
  return va_arg(reader->rest, int);
}
static int depth(int n, ...) {
  struct reader reader = {0};
  va_start(reader.rest, n);
  int a = one(&reader.rest), b = two(&reader), c = n ? depth(n - 1, 10, 20) : 0;
  int d = two(&reader);
  va_end(reader.rest);
  return 1000 * reader.used + a + b + c + d;
}
int main(void) {
  if (depth(0, 1, 2, 3) != 2006)
    reach_error();
  if (depth(0, 1, 2, 4) != 2007)
    reach_error();
  return 0;
}
