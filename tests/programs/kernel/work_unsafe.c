// Nobody waited for it.
#include <linux/workqueue.h>

static int done;

static void run(struct work_struct *work)
{
	WRITE_ONCE(done, 1);
}

static DECLARE_WORK(work, run);

int main(void)
{
	schedule_work(&work);
	cancel_work_sync(&work);
	BUG_ON(!READ_ONCE(done));
	return 0;
}
