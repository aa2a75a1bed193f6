#include <linux/bug.h>
#include <linux/slab.h>
#include <linux/string.h>
int main(void) {
  char *p = kmalloc(8, GFP_KERNEL);
  p = krealloc(p, 0, GFP_KERNEL);
  BUG_ON(p != ZERO_SIZE_PTR || kmalloc(0, GFP_KERNEL) != p || kcalloc(3, 0, GFP_KERNEL) != p);
  BUG_ON(!ZERO_OR_NULL_PTR(p) || kstrdup((char *)0, GFP_KERNEL));
  p = krealloc(p, 1, GFP_KERNEL);
  p[0] = 1;
  char *q = kmemdup(p, 1, GFP_KERNEL);
  BUG_ON(q[0] != 1);
  kfree(p);
  kfree(q);
  kfree(kzalloc(0, GFP_KERNEL));
  return 0;
}
