#include <linux/completion.h>
#include <linux/jiffies.h>
#include <linux/wait.h>
static DECLARE_WAIT_QUEUE_HEAD(queue);
static DECLARE_COMPLETION(done);
int main(void) {
  BUG_ON(wait_event_timeout(queue, 1, 100) != 100 || wait_event_timeout(queue, 1, 0) != 1);
  BUG_ON(wait_event_interruptible_timeout(queue, 1, 100) != 100 || wait_event_timeout(queue, 0, 0));
  BUG_ON(wait_for_completion_timeout(&done, 0));
  complete(&done);
  BUG_ON(wait_for_completion_timeout(&done, 100) != 100);
  BUG_ON(msecs_to_jiffies(-1) != MAX_JIFFY_OFFSET || msecs_to_jiffies(5) != 2);
  return 0;
}
