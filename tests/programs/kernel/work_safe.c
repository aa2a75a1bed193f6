// A work runs once for each time it was queued, and never twice at once; who flushes it sees what it did.
#include <linux/workqueue.h>

struct job { int done; struct work_struct work; };
static struct job job;
static int inside;

static void run(struct work_struct *work)
{
	struct job *j = container_of(work, struct job, work);

	BUG_ON(inside);
	inside = 1;
	j->done++;
	inside = 0;
}

int main(void)
{
	bool first, second;

	INIT_WORK(&job.work, run);
	first = schedule_work(&job.work);
	second = schedule_work(&job.work);
	flush_work(&job.work);
	BUG_ON(!first);
	BUG_ON(job.done != 1 + second);
	BUG_ON(flush_work(&job.work));
	BUG_ON(cancel_work_sync(&job.work));
	return 0;
}
