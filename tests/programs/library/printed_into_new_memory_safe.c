#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *text(const char *format, ...) {
  char *s; va_list l; va_start(l, format);
  int n = vasprintf(&s, format, l);
  va_end(l);
  return n < 0 ? NULL : s;
}
int main(void) {
  char *s, *t;
  setlinebuf(stdout);
  int n = asprintf(&s, "%s-%03d", "ab", 7);
  t = text("<%s>", s);
  assert(n == 6 && !strcmp(s, "ab-007") && !strcmp(t, "<ab-007>"));
  free(s); free(t);
  return 0;
}
