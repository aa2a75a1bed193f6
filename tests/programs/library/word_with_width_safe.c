#include <stdio.h>

int main(void) {
  char name[4] = "", rest[3];
  if (scanf("%3s %2[^\n]", name, rest) == 2)
    return name[3] + rest[2];
  return 0;
}
