// A local that still exists has its place for itself.
#include <assert.h>
static int *kept;
static void second(void) { int y = 2; assert(kept != &y); }
static void first(void) { int x = 1; kept = &x; second(); }
int main(void) {
  first();
  return 0;
}
