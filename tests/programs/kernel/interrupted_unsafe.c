// Whoever waits for a mutex may be interrupted, and then has none.
#include <linux/kthread.h>
#include <linux/mutex.h>

static DEFINE_MUTEX(m);
static int x;

static int worker(void *data)
{
	mutex_lock(&m);
	x++;
	x--;
	mutex_unlock(&m);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(worker, NULL, "worker");

	mutex_lock_interruptible(&m);
	BUG_ON(x);
	mutex_unlock(&m);
	kthread_stop(t);
	return 0;
}
