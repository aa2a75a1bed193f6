// One completion, two that wait: one of them does so for ever.
#include <linux/completion.h>
#include <linux/kthread.h>

static DECLARE_COMPLETION(done);

static int worker(void *data)
{
	wait_for_completion(&done);
	return 0;
}

int main(void)
{
	kthread_run(worker, NULL, "a");
	kthread_run(worker, NULL, "b");
	complete(&done);
	wait_for_completion(&done);
	return 0;
}
