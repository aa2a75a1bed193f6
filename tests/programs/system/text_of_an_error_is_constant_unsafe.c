#include <string.h>
int main(void) {
  char *text = strerror(5);
  text[0] = 'i';
  return 0;
}
