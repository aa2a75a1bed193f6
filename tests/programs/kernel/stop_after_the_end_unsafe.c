// A thread that ends by itself is not there any more for kthread_stop.
#include <linux/kthread.h>

static int worker(void *data)
{
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(worker, NULL, "worker");

	kthread_stop(t);
	return 0;
}
