#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char *text = strsignal(1000), last = text[18];
  strsignal(1001);
  assert(text[18] == last);
  return 0;
}
