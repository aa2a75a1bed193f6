// Every kind of lock excludes; flags and interrupts change nothing.
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(s);
static DEFINE_RAW_SPINLOCK(raw);
static struct mutex m;
static int x, y, z;

static int worker(void *data)
{
	unsigned long flags;

	spin_lock_irqsave(&s, flags);
	x++;
	spin_unlock_irqrestore(&s, flags);
	raw_spin_lock(&raw);
	y++;
	raw_spin_unlock(&raw);
	if (!mutex_lock_interruptible(&m)) {
		z++;
		mutex_unlock(&m);
	}
	return 3;
}

int main(void)
{
	struct task_struct *t;
	int result;

	mutex_init(&m);
	t = kthread_create(worker, NULL, "worker");
	get_task_struct(t);
	wake_up_process(t);
	spin_lock_bh(&s);
	x++;
	BUG_ON(!spin_is_locked(&s));
	spin_unlock_bh(&s);
	if (raw_spin_trylock(&raw)) {
		y++;
		raw_spin_unlock(&raw);
	}
	mutex_lock(&m);
	BUG_ON(mutex_trylock(&m));
	z++;
	mutex_unlock(&m);
	result = kthread_stop(t);
	put_task_struct(t);
	BUG_ON(result != 3 && result != -EINTR);
	if (result == 3) {
		BUG_ON(x != 2);
		BUG_ON(y < 1 || y > 2);
		BUG_ON(z < 1 || z > 2);
	}
	return 0;
}
