// It ends the process as exit does, not as _exit does.
#include <assert.h>
#include <err.h>
#include <stdlib.h>
int x;
void last(void) { assert(!x); }
int main(void) {
  atexit(last);
  x = 1;
  err(1, 0);
}
