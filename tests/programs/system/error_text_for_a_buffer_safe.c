#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char text[32];
  if (strerror_r(EINVAL, text, sizeof text) || strcmp(text, "Invalid argument"))
    reach_error();
  if (strerror_r(EINVAL, text, 8) != ERANGE || strcmp(text, "Invalid"))
    reach_error();
  if (strerror_r(1000, text, sizeof text) != EINVAL)
    reach_error();
  return 0;
}
