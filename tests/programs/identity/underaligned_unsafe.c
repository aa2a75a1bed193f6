// A type with a smaller alignment than its kind needs: such a variable may lie anywhere.
#include <stdint.h>
extern void reach_error(void);
typedef int anywhere __attribute__((aligned(1)));
int main(void) {
  anywhere x = 4;
  if ((uintptr_t)&x & 3)
    reach_error();
  return 0;
}
