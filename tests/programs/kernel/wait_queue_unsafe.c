// A wake-up for those who may be interrupted does not wake the others.
#include <linux/kthread.h>
#include <linux/wait.h>

static DECLARE_WAIT_QUEUE_HEAD(queue);
static int ready;

static int worker(void *data)
{
	WRITE_ONCE(ready, 1);
	wake_up_interruptible(&queue);
	return 0;
}

int main(void)
{
	kthread_run(worker, NULL, "worker");
	wait_event(queue, READ_ONCE(ready));
	return 0;
}
