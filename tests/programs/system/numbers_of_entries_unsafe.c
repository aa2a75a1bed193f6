#include <dirent.h>
extern void reach_error(void);
int main(void) {
  DIR *folder = opendir(".");
  struct dirent *entry = folder ? readdir(folder) : 0;
  if (entry && entry->d_ino > 0xffffffff)
    reach_error();
  return 0;
}
