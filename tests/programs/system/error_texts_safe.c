#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char text[32];
  if (strcmp(strerror(EINVAL), "Invalid argument") || strcmp(strerror(0), "Success"))
    reach_error();
  if (strcmp(strerror(-12), "Unknown error -12"))
    reach_error();
  if (strcmp(strerror_r(EAGAIN, text, sizeof text), strerror(EAGAIN)))
    reach_error();
  if (strcmp(strerror_r(1000, text, 32), "Unknown error 1000"))
    reach_error();
  fprintf(stderr, "%s\n", strerror(errno));
  return 0;
}
