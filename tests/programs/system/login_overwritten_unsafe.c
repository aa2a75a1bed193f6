#include <assert.h>
#include <unistd.h>
int main(void) {
  char *name = getlogin();
  if (!name)
    return 0;
  char before = *name;
  assert(getlogin() != name || *name == before);
  return 0;
}
