// Nobody writes, so readers wait for nobody, however often they ask; a writer comes when they have gone.
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/spinlock.h>

static DEFINE_RWLOCK(lock);
static DECLARE_COMPLETION(has_read);
static int a;

static int reader(void *data)
{
	read_lock(&lock);
	BUG_ON(!read_trylock(&lock));
	read_unlock(&lock);
	read_unlock(&lock);
	complete(&has_read);
	return 0;
}

int main(void)
{
	read_lock(&lock);
	kthread_run(reader, NULL, "reader");
	read_lock(&lock);
	wait_for_completion(&has_read);
	BUG_ON(write_trylock(&lock));
	read_unlock(&lock);
	read_unlock(&lock);
	BUG_ON(!write_trylock(&lock));
	a = 1;
	write_unlock(&lock);
	return 0;
}
