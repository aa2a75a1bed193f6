#include <assert.h>
#include <stdio.h>
#include <string.h>
static char b[64];
static int is(const char *t, int n) { return !strcmp(b, t) && n == (int)strlen(t); }
int main(void) {
  assert(is("1.500000", sprintf(b, "%f", 1.5)));
  assert(is("-0.001", sprintf(b, "%.3lf", -0.001)));
  assert(is("0.12|2", sprintf(b, "%.2f|%.0f", 0.125, 2.5)));
  assert(is("  3.14|3.14  |003.14|+3.14| 3.1", sprintf(b, "%6.2f|%-6.2f|%06.2f|%+.2f|% .1f", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159)));
  assert(is("10.0 -inf   INF", sprintf(b, "%.1f %f %05F", 9.96, -1 / 0.0, 1 / 0.0)));
  assert(is("9223372036854774784", sprintf(b, "%.0f", 9223372036854774784.0)));
  assert(is("-0", sprintf(b, "%.0f", -0.5)) && is("0.000000001", sprintf(b, "%.9f", 1e-9)));
  assert(snprintf(b, 4, "%f", 12.25) == 9 && !strcmp(b, "12."));
  return 0;
}
