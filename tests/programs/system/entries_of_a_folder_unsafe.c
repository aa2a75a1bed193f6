#include <assert.h>
#include <dirent.h>
int main(void) {
  DIR *folder = opendir(".");
  if (!folder)
    return 0;
  struct dirent *entry = readdir(folder), *next = readdir(folder);
  if (entry && next)
    assert(entry == next);
  closedir(folder);
  return 0;
}
