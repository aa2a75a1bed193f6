#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *level = getenv("LEVEL");
  char *other = getenv("OTHER");
  if (level && getenv("LEVEL") != level)
    reach_error();
  if (level && level[1])
    return 1;
  return 0;
}
