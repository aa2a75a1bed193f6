#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int c = getchar();
  if (c == EOF)
    return 0;
  assert(ungetc(c, stdin) == c && ungetc(EOF, stdin) == EOF);
  assert(!getenv(""));
  return 0;
}
