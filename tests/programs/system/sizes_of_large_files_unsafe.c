#define _FILE_OFFSET_BITS 64
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  struct stat file;
  struct rlimit limit = {0, 0};
  memset(&file, 0, sizeof file);
  if (stat("/", &file) || getrlimit(RLIMIT_FSIZE, &limit))
    return 0;
  if (file.st_ino == 5 && limit.rlim_max > 0xffffffff && lseek(3, 0, SEEK_END) > 0x7fffffff)
    reach_error();
  return 0;
}
