#define _GNU_SOURCE
#include <string.h>
int main(void) {
  char *text = strerror(9999), *other = strsignal(9999);
  text[0] = 'u';
  other[0] = 'u';
  return 0;
}
