// A list that two threads fill without a lock.
#include <linux/kthread.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

struct item { int value; struct list_head node; };
static LIST_HEAD(items);

static void put(struct item *i)
{
	list_add_tail(&i->node, &items);
}

static struct item a = { .value = 1 }, b = { .value = 2 };

static int worker(void *data)
{
	put(&a);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(worker, NULL, "worker");
	struct item *i, *next;
	int sum = 0, has_run;

	put(&b);
	has_run = kthread_stop(t) == 0;
	list_for_each_entry(i, &items, node)
		sum += i->value;
	BUG_ON(sum != 2 + has_run);
	list_for_each_entry_safe(i, next, &items, node)
		list_del(&i->node);
	BUG_ON(!list_empty(&items));
	return 0;
}
