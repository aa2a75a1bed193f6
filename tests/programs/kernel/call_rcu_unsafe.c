// The callback may run after this.
#include <linux/kthread.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

struct data { int value; struct rcu_head head; };
static struct data *shared;
static int freed;

static void release(struct rcu_head *head)
{
	struct data *p = container_of(head, struct data, head);

	p->value = 0;
	kfree(p);
	freed = 1;
}

static int reader(void *unused)
{
	struct data *p;

	rcu_read_lock();
	p = rcu_dereference(shared);
	BUG_ON(p && p->value != 1);
	rcu_read_unlock();
	return 0;
}

int main(void)
{
	struct data *old = kmalloc(sizeof(*old), GFP_KERNEL);

	old->value = 1;
	rcu_assign_pointer(shared, old);
	kthread_run(reader, NULL, "reader");
	RCU_INIT_POINTER(shared, NULL);
	call_rcu(&old->head, release);
	BUG_ON(!freed);
	return 0;
}
