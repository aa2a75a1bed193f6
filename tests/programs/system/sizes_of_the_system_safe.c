#include <assert.h>
#include <errno.h>
#include <sys/random.h>
#include <unistd.h>
char bytes[300];
int main(void) {
  errno = 0;
  assert(readlink("/proc/self/exe", bytes, 0) == -1 && errno == EINVAL);
  errno = 0;
  assert(getentropy(bytes, 257) == -1 && errno == EIO);
  return 0;
}
