#include <assert.h>
#include <dirent.h>
int main(void) {
  DIR *one = opendir("."), *other = opendir("/");
  if (!one || !other)
    return 0;
  struct dirent *entry = readdir(one), *next = readdir(other);
  if (entry)
    assert(entry != next);
  return 0;
}
