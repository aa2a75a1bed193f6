#include <stdio.h>
int x = 1000;
int main(void) {
  char b[4];
  sprintf(b, "%d", x);
  return 0;
}
