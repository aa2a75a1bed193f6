#include <linux/slab.h>
int main(void) {
  char *p = kzalloc(0, GFP_KERNEL);
  if (p)
    p[0] = 1;
  return 0;
}
