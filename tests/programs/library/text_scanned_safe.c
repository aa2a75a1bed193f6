#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int scan(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsscanf(text, format, list);
  va_end(list);
  return n;
}

int main(void) {
  int a = 0, b = 0, n = 0;
  char word[8], other[8];
  unsigned u = 0;
  short h = 0;
  assert(sscanf("12 -7", "%d%d", &a, &b) == 2 && a == 12 && b == -7);
  assert(sscanf("  add 3", "%7s %d%n", word, &a, &n) == 2 && !strcmp(word, "add") && a == 3 && n == 7);
  assert(sscanf("key=value;", "%[a-z]=%[^;]", word, other) == 2 && !strcmp(word, "key") && !strcmp(other, "value"));
  assert(sscanf("abcde", "%3s%2c", word, other) == 2 && !strcmp(word, "abc") && other[0] == 'd' && other[1] == 'e');
  assert(sscanf("0x1F 017 0x10", "%x %o %i", &u, &a, &n) == 3 && u == 31 && a == 15 && n == 16);
  // what does not fit, and what is not there
  assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0 && sscanf("1 x", "%d%d", &a, &b) == 1);
  assert(sscanf("- 3", "%d", &a) == 0 && sscanf("12345", "%2d%*d", &a) == 1 && a == 12);
  assert(sscanf("100%", "%d%%%n", &a, &n) == 1 && n == 4);
  assert(sscanf("-1", "%u", &u) == 1 && u == ~0u && sscanf("70000", "%hd", &h) == 1 && h == 4464);
  double d = 7, e = 0;
  float f = 0;
  assert(sscanf("1.5 -2e3x", "%lf %lf", &d, &e) == 2 && d == 1.5 && e == -2000);
  assert(sscanf("at=0.1,0.1", "at=%f,%lf%n", &f, &d, &n) == 2 && f == 0.1f && d == 0.1 && n == 10);
  assert(sscanf("  .25.5", "%lg%n", &d, &n) == 1 && d == 0.25 && n == 5);
  assert(sscanf("-", "%lf", &d) == 0 && sscanf(".", "%lf", &d) == 0 && sscanf("  ", "%lf", &d) == EOF && d == 0.25);
  assert(sscanf("-Infinity 4.75", "%*lf %f", &f) == 1 && f == 4.75f);
  assert(scan("10:20", "%2d:%2d", &a, &b) == 2 && a == 10 && b == 20);
  return 0;
}
