// What readers may still look at is freed after they have left.
#include <linux/kthread.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

struct data { int value; struct rcu_head head; };
static struct data *shared;

static int reader(void *unused)
{
	struct data *p;

	rcu_read_lock();
	rcu_read_lock();
	p = rcu_dereference(shared);
	rcu_read_unlock();
	BUG_ON(p->value != 1 && p->value != 2);
	rcu_read_unlock();
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct data *old = kmalloc(sizeof(*old), GFP_KERNEL), *new = kzalloc(sizeof(*new), GFP_KERNEL);
	struct task_struct *t;

	old->value = 1;
	new->value = 2;
	rcu_assign_pointer(shared, old);
	t = kthread_run(reader, NULL, "reader");
	rcu_assign_pointer(shared, new);
	synchronize_rcu();
	kfree(old);
	kthread_stop(t);
	kfree(shared);
	return 0;
}
