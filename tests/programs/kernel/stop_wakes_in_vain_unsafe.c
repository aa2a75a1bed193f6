// It is woken, but waits for something else.
#include <linux/kthread.h>
#include <linux/wait.h>

static DECLARE_WAIT_QUEUE_HEAD(queue);
static int ready;

static int worker(void *data)
{
	int n = 0;

	while (!kthread_should_stop())
		n = wait_event_killable(queue, READ_ONCE(ready));
	return 5;
}

int main(void)
{
	struct task_struct *t = kthread_run(worker, NULL, "worker");
	int result = kthread_stop(t);

	BUG_ON(result != 5 && result != -EINTR);
	return 0;
}
