// A local of a function that is called later may lie where one was of a function that has returned.
#include <assert.h>
static int *kept;
static void first(void) { int x = 1; kept = &x; }
static void second(void) { int y = 2; assert(kept != &y); }
int main(void) {
  first();
  second();
  return 0;
}
