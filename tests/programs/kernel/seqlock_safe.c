// Who reads while somebody writes reads again.
#include <linux/kthread.h>
#include <linux/seqlock.h>

static DEFINE_SEQLOCK(lock);
static int a, b;

static int writer(void *data)
{
	write_seqlock(&lock);
	WRITE_ONCE(a, 1);
	WRITE_ONCE(b, 1);
	write_sequnlock(&lock);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(writer, NULL, "writer");
	unsigned int start;
	int x, y;

	do {
		start = read_seqbegin(&lock);
		x = READ_ONCE(a);
		y = READ_ONCE(b);
	} while (read_seqretry(&lock, start));
	BUG_ON(x != y);
	kthread_stop(t);
	return 0;
}
