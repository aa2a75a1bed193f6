// What is opened for appending is searched for its end, which a pipe has not.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
  errno = 0;
  FILE *f = fopen("/dev/stdout", "a");
  if (f)
    assert(errno == 0);
  return 0;
}
