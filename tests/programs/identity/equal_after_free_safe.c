// Memory that was allocated at the same time lies in different places for ever; what is asked twice has one answer.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *a = malloc(sizeof(int)), *b = malloc(sizeof(int));
  free(b);
  assert(a != b);
  int *c = malloc(sizeof(int));
  assert(c != a);
  int same = b == c;
  assert(same == (b == c));
  return 0;
}
