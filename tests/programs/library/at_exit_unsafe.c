// The last function given runs first, and before the process has ended.
#include <assert.h>
#include <stdlib.h>
int x;
void first(void) { assert(x != 1); }
void second(void) { x++; }
int main(void) {
  atexit(first);
  atexit(second);
  return 0;
}
