// Who holds it for reading and asks once more is queued behind who waits to write, and is refused if it only tries.
#include <linux/kthread.h>
#include <linux/rwsem.h>

static DECLARE_RWSEM(sem);

static int writer(void *data)
{
	down_write(&sem);
	up_write(&sem);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(writer, NULL, "writer");

	down_read(&sem);
	BUG_ON(!down_read_trylock(&sem));
	up_read(&sem);
	down_read(&sem);
	up_read(&sem);
	up_read(&sem);
	kthread_stop(t);
	return 0;
}
