// All of it must be a number.
#include <assert.h>
#include <stdlib.h>
int main(int argc, char *argv[]) {
  char *end;
  if (argc < 2)
    return 1;
  long n = strtol(argv[1], &end, 10);
  if (*end)
    return 1;
  assert(n < 5000 || n > 6000);
  return 0;
}
