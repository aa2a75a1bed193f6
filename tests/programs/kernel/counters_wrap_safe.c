#include <linux/atomic.h>
#include <linux/jiffies.h>
static atomic_t most = ATOMIC_INIT(2147483647);
static atomic64_t least = ATOMIC64_INIT(-9223372036854775807 - 1);
int main(void) {
  atomic_inc_not_zero(&most);
  atomic64_dec_if_positive(&least);
  atomic64_dec_unless_one(&least);
  return jiffies_to_msecs(-1L) > 1;
}
