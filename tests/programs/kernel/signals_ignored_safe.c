// Threads of the kernel ignore signals, so nobody interrupts them; nor workers.
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

static DECLARE_WAIT_QUEUE_HEAD(queue);
static DEFINE_MUTEX(m);
static int flag;

static int worker(void *data)
{
	wait_event_interruptible(queue, READ_ONCE(flag) == 1);
	BUG_ON(READ_ONCE(flag) != 1);
	return 0;
}

static void work_function(struct work_struct *work)
{
	BUG_ON(mutex_lock_interruptible(&m));
	mutex_unlock(&m);
}
static DECLARE_WORK(work, work_function);

int main(void)
{
	kthread_run(worker, NULL, "worker");
	schedule_work(&work);
	mutex_lock(&m);
	WRITE_ONCE(flag, 1);
	mutex_unlock(&m);
	wake_up(&queue);
	flush_work(&work);
	return 0;
}
