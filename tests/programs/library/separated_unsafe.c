#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char text[] = "a,;b";
  char *rest = text;
  if (strcmp(strsep(&rest, ",;"), "a") || strcmp(strsep(&rest, ",;"), "b") || !rest)
    reach_error();
  if (strcmp(strsep(&rest, ",;"), "b") || rest || strsep(&rest, ",;"))
    reach_error();
  return 0;
}
