#include <assert.h>
#include <stdbool.h>
int y, a[3];
static void handler(void) {}
static bool has_handler = handler, has_y = &y;
_Bool b = a;
int x = (_Bool)&y;
int main(void) {
  assert(has_handler && has_y && b && x == 1);
  return 0;
}
