// A reader waits for another one, which is queued behind a writer.
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/spinlock.h>

static DEFINE_RWLOCK(lock);
static DECLARE_COMPLETION(has_read);
static int a;

static int writer(void *data)
{
	write_lock(&lock);
	a = 1;
	write_unlock(&lock);
	return 0;
}

static int reader(void *data)
{
	read_lock(&lock);
	read_unlock(&lock);
	complete(&has_read);
	return 0;
}

int main(void)
{
	read_lock(&lock);
	kthread_run(writer, NULL, "writer");
	kthread_run(reader, NULL, "reader");
	wait_for_completion(&has_read);
	BUG_ON(a);
	read_unlock(&lock);
	return 0;
}
