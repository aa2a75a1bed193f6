#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/workqueue.h>
int main(void) {
  unsigned long bits[2] = {0, 0};
  int n = 0;
  struct workqueue_struct *queue = alloc_workqueue("queue %d", 0, 0, n++);
  destroy_workqueue(queue);
  BUG_ON(n != 1);
  set_bit(n++, bits);
  BUG_ON(n != 2 || bits[0] != 2 || !test_and_clear_bit(n-- - 1, bits) || n != 1 || bits[0]);
  char *p = kmalloc(n++, GFP_KERNEL), *q = kcalloc(n++, n, GFP_KERNEL);
  BUG_ON(n != 3 || !p || q[0]);
  kfree(p);
  kfree(q);
  for (int i = 0; i < 2; i++)
    pr_info_once("%d", n++);
  BUG_ON(n != 4 || roundup(5, n++) != 8 || n != 5);
  return 0;
}
