// Texts of the environment lie anywhere.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = getenv("HOME");
  if (p && ((uintptr_t)p & 1))
    reach_error();
  return 0;
}
