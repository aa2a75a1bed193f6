#include <stdarg.h>
#include <stdlib.h>
static void *keep(int n, ...) {
  va_list rest;
  va_start(rest, n);
  void *kept = 0;
  while (n--)
    kept = va_arg(rest, void *);
  va_end(rest);
  return kept;
}
int main(void) {
  free(keep(2, malloc(1), malloc(1)));
  return 0;
}
