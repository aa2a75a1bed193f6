#include <stdio.h>

int main(void) {
  char name[4];
  return scanf("%s", name) == 7;
}
