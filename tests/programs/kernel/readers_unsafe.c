// One that holds it for reading only must not write.
#include <linux/kthread.h>
#include <linux/rwsem.h>

static DECLARE_RWSEM(sem);
static int a, b;

static int writer(void *data)
{
	down_read(&sem);
	a = 1;
	b = 1;
	up_read(&sem);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(writer, NULL, "writer");

	down_read(&sem);
	BUG_ON(a != b);
	up_read(&sem);
	kthread_stop(t);
	return 0;
}
