#include <assert.h>
#include <libgen.h>
#include <string.h>
int main(void) {
  char two[] = "//", one[] = "/", more[] = "a//";
  assert(basename(two) == two + 1 && !strcmp(two, "//"));
  assert(basename(one) == one && !strcmp(one, "/"));
  assert(basename(more) == more && !strcmp(more, "a"));
  return 0;
}
