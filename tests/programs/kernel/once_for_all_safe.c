// One completion for all who wait.
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
	complete_all(&done);
	wait_for_completion(&done);
	return 0;
}
