// It was not the same lock; who was interrupted has none.
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(s);
static DEFINE_MUTEX(m);
static int x;

static int worker(void *data)
{
	spin_lock(&s);
	x++;
	spin_unlock(&s);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(worker, NULL, "worker");
	int has_run;

	mutex_lock(&m);
	x++;
	mutex_unlock(&m);
	has_run = kthread_stop(t) == 0;
	BUG_ON(has_run && x != 2);
	return 0;
}
