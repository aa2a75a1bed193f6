#define _GNU_SOURCE
#include <assert.h>
#include <sys/utsname.h>
struct utsname names;
int main(void) {
  if (!uname(&names))
    assert(!names.domainname[0]);
  return 0;
}
