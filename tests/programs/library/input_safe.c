#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int x = 3, n = scanf("%d", &x);
  assert(n == 1 || x == 3);
  assert(n >= -1 && n <= 1);
  char line[2];
  if (fgets(line, sizeof line, stdin))
    assert(strlen(line) < 2);
  int c = getchar();
  assert(c == EOF || (c >= 0 && c <= 255));
  return 0;
}
