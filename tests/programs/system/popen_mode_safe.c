// There are two directions.
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = popen("true", "q");
  assert(!f);
  return 0;
}
