#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64
#include <sys/resource.h>
#include <sys/stat.h>
extern void reach_error(void);
int main(void) {
  struct stat file;
  struct rlimit limit;
  if (stat("/", &file) || getrlimit(RLIMIT_FSIZE, &limit))
    return 0;
  if (file.st_size < 0 || file.st_mtim.tv_nsec < 0 || limit.rlim_cur > limit.rlim_max)
    reach_error();
  return 0;
}
