// Two units, one of them from the start; then completions.
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/semaphore.h>

static DEFINE_SEMAPHORE(s);
static struct semaphore none;
static DECLARE_COMPLETION(done);
static struct completion all;
static int x, y;

static int worker(void *data)
{
	down(&s);
	x++;
	up(&s);
	y = 1;
	complete(&done);
	wait_for_completion(&all);
	wait_for_completion(&all);
	up(&none);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t;

	sema_init(&none, 0);
	init_completion(&all);
	BUG_ON(!down_trylock(&none));
	t = kthread_run(worker, NULL, "worker");
	down(&s);
	x++;
	up(&s);
	wait_for_completion(&done);
	BUG_ON(completion_done(&done));
	BUG_ON(y != 1 || x != 2);
	complete_all(&all);
	BUG_ON(!try_wait_for_completion(&all));
	BUG_ON(!completion_done(&all));
	down(&none);
	BUG_ON(!down_trylock(&none));
	kthread_stop(t);
	return 0;
}
