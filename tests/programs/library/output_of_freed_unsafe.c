#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(2);
  p[0] = 'a';
  p[1] = 0;
  free(p);
  puts(p);
  return 0;
}
