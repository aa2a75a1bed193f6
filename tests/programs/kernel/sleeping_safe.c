// The state is set before the condition is looked at, so no wake-up is lost.
#include <linux/kthread.h>
#include <linux/sched.h>

static int ready;

static int worker(void *data)
{
	struct task_struct *waiting = data;

	WRITE_ONCE(ready, 1);
	wake_up_process(waiting);
	return 0;
}

int main(void)
{
	kthread_run(worker, current, "worker");
	for (;;) {
		set_current_state(TASK_UNINTERRUPTIBLE);
		if (READ_ONCE(ready))
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	BUG_ON(!READ_ONCE(ready));
	return 0;
}
