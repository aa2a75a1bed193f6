#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *s;
  int n = asprintf(&s, "%s-%03d", "ab", 7);
  s[n + 1] = 0; // there is place for one end only
  free(s);
  return 0;
}
