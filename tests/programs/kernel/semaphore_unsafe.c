// The time may be over before the other thread is ready.
#include <linux/completion.h>
#include <linux/kthread.h>

static DECLARE_COMPLETION(done);
static _Atomic int y;

static int worker(void *data)
{
	y = 1;
	complete(&done);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(worker, NULL, "worker");
	unsigned long left = wait_for_completion_timeout(&done, 100);

	BUG_ON(left > 100);
	BUG_ON(left && y != 1);
	BUG_ON(y != 1);
	kthread_stop(t);
	return 0;
}
