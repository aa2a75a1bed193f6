// Of what went wrong with the old file nobody is told but by errno.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  fputs("abc", stdout);
  close(1);
  errno = 0;
  FILE *f = freopen("/dev/null", "w", stdout);
  if (f)
    assert(errno == 0);
  return 0;
}
