#include <linux/bug.h>
#include <linux/jiffies.h>
int main(void) {
  BUG_ON(jiffies > 0x7ffffffful);
  return 0;
}
