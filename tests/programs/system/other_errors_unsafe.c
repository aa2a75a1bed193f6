#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char path[1];
  errno = 0;
  mmap(0, 0, PROT_READ, MAP_PRIVATE, -1, 0);
  if (errno == EBADF && !getcwd(path, 1) && errno == ENOENT)
    reach_error();
  return 0;
}
