#include <string.h>
char b[4];
int main(void) {
  strcpy(b, "four");
  return 0;
}
