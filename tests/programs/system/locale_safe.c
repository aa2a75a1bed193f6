#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <string.h>
int main(void) {
  assert(!strcmp(setlocale(LC_ALL, NULL), "C"));
  assert(!setlocale(99, "C") && errno == EINVAL);
  if (!setlocale(LC_ALL, ""))
    assert(!strcmp(setlocale(LC_TIME, NULL), "C"));
  assert(!strcmp(setlocale(LC_ALL, "C"), "C"));
  assert(!strcmp(setlocale(LC_CTYPE, NULL), "C"));
  return 0;
}
