// A string that equals another one is as long.
#include <assert.h>
#include <string.h>

int main(int argc, char *argv[]) {
  if (argc > 1 && !strcmp(argv[1], "-v"))
    assert(strlen(argv[1]) == 2 && argv[1][1] == 'v' && argv[0] != argv[1]);
  return 0;
}
