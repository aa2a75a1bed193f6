// The condition is looked at before the state is set: a wake-up in between is lost.
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
		if (READ_ONCE(ready))
			break;
		set_current_state(TASK_UNINTERRUPTIBLE);
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	BUG_ON(!READ_ONCE(ready));
	return 0;
}
