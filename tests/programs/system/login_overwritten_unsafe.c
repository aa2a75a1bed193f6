#include <assert.h>
#include <unistd.h>
int main(void) {
  char *name = getlogin();
  if (!name)
    return 0;
  char before = *name;
  if (getlogin())
    assert(*name == before);
  return 0;
}
