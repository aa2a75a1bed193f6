// The condition is looked at again after each wake-up, and before the first sleep.
#include <linux/kthread.h>
#include <linux/wait.h>

static DECLARE_WAIT_QUEUE_HEAD(queue);
static wait_queue_head_t back;
static int ready, seen;

static int worker(void *data)
{
	wait_event(queue, READ_ONCE(ready) == 2);
	WRITE_ONCE(seen, 1);
	wake_up_interruptible(&back);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t;
	long left;

	init_waitqueue_head(&back);
	t = kthread_run(worker, NULL, "worker");
	WRITE_ONCE(ready, 1);
	wake_up(&queue);
	WRITE_ONCE(ready, 2);
	wake_up_all(&queue);
	if (!wait_event_interruptible(back, READ_ONCE(seen)))
		BUG_ON(READ_ONCE(seen) != 1);
	left = wait_event_timeout(back, READ_ONCE(seen), 10);
	BUG_ON(left < 0 || left > 10);
	BUG_ON(left && READ_ONCE(seen) != 1);
	kthread_stop(t);
	return 0;
}
