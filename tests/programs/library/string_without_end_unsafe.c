#include <stdio.h>
#include <string.h>
int main(void) {
  char b[3];
  strncpy(b, "abc", 3);
  printf("%.3s\n", b);
  printf("%s\n", b);
  return 0;
}
