// A thread of the kernel that allows a signal may be interrupted.
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/wait.h>

static DECLARE_WAIT_QUEUE_HEAD(queue);
static int flag;

static int worker(void *data)
{
	allow_signal(15);
	wait_event_interruptible(queue, READ_ONCE(flag) == 1);
	BUG_ON(READ_ONCE(flag) != 1);
	return 0;
}

int main(void)
{
	kthread_run(worker, NULL, "worker");
	WRITE_ONCE(flag, 1);
	wake_up(&queue);
	return 0;
}
