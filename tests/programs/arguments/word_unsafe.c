// Only for one word, and the number behind it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s WORD NUMBER\n", argv[0]);
    return 1;
  }
  if (strcmp(argv[1], "go") == 0)
    assert(atoi(argv[2]) != 321);
  return 0;
}
