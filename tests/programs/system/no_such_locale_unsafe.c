// A locale that there is not: errno says so.
#include <assert.h>
#include <errno.h>
#include <locale.h>
int main(void) {
  errno = 0;
  if (!setlocale(LC_ALL, "xx_YY"))
    assert(errno == 0);
  return 0;
}
