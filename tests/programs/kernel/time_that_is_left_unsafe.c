#include <linux/kthread.h>
#include <linux/wait.h>
static DECLARE_WAIT_QUEUE_HEAD(queue);
static int ready;
static int run(void *unused) {
  WRITE_ONCE(ready, 1);
  wake_up(&queue);
  return 0;
}
int main(void) {
  kthread_run(run, 0, "run");
  long left = wait_event_timeout(queue, READ_ONCE(ready), 100);
  BUG_ON(left && left != 100);
  return 0;
}
