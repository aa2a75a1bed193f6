// Such a queue has no order.
#include <linux/workqueue.h>

static int step;

static void first(struct work_struct *work)
{
	BUG_ON(step != 0);
	step = 1;
	kfree(work);
}

static void second(struct work_struct *work)
{
	BUG_ON(step != 1);
	step = 2;
	kfree(work);
}

int main(void)
{
	struct workqueue_struct *queue = create_workqueue("q");
	struct work_struct *a = kmalloc(sizeof(*a), GFP_KERNEL), *b = kmalloc(sizeof(*b), GFP_KERNEL);

	INIT_WORK(a, first);
	INIT_WORK(b, second);
	queue_work(queue, a);
	queue_work(queue, b);
	destroy_workqueue(queue);
	BUG_ON(step != 2);
	return 0;
}
