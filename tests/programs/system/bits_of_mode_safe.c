// The mode of a file has 16 bits.
#include <assert.h>
#include <sys/stat.h>
int main(void) {
  struct stat s;
  if (stat("/", &s) == 0)
    assert((s.st_mode & ~(S_IFMT | 07777)) == 0);
  return 0;
}
