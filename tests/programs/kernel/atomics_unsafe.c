// Read and set are atomic, but not together.
#include <linux/atomic.h>
#include <linux/kthread.h>

static atomic_t n = ATOMIC_INIT(0);

static int worker(void *data)
{
	atomic_set(&n, atomic_read(&n) + 1);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(worker, NULL, "worker");

	atomic_set(&n, atomic_read(&n) + 1);
	BUG_ON(kthread_stop(t) == 0 && atomic_read(&n) != 2);
	return 0;
}
