// Readers together, writers alone; a writer may become a reader.
#include <linux/kthread.h>
#include <linux/rwsem.h>

static DECLARE_RWSEM(sem);
static DEFINE_RWLOCK(lock);
static int a, b, c;

static int writer(void *data)
{
	unsigned long flags;

	down_write(&sem);
	a = 1;
	b = 1;
	BUG_ON(!rwsem_is_locked(&sem));
	downgrade_write(&sem);
	BUG_ON(a != b);
	up_read(&sem);
	write_lock_irqsave(&lock, flags);
	c++;
	write_unlock_irqrestore(&lock, flags);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t = kthread_run(writer, NULL, "writer");

	down_read(&sem);
	BUG_ON(down_write_trylock(&sem));
	BUG_ON(a != b);
	up_read(&sem);
	read_lock(&lock);
	BUG_ON(c < 0 || c > 1);
	read_unlock(&lock);
	kthread_stop(t);
	return 0;
}
