#include <stdarg.h>
extern void reach_error(void);

static int sum(int n, ...) {
  va_list rest;
  int total = 0;
  va_start(rest, n);
  for (int i = 0; i < n; i++)
    total += va_arg(rest, int);
  va_end(rest);
  return total;
}
int main(void) {
  char small = 3;
  if (sum(3, 1, 2, small) != 6 || sum(0) != 0)
    reach_error();
  return 0;
}
