// The files of a locale are looked for in several places.
#include <assert.h>
#include <errno.h>
#include <locale.h>
int main(void) {
  errno = 0;
  if (setlocale(LC_ALL, ""))
    assert(errno == 0);
  return 0;
}
