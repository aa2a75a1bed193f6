// Arguments are converted as those of functions are, and evaluated once.
#include <linux/completion.h>
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/semaphore.h>
#include <linux/seqlock.h>
#include <linux/spinlock.h>
#include <linux/kthread.h>

static DEFINE_MUTEX(mutex);
static DEFINE_SPINLOCK(spin);
static DECLARE_RWSEM(readers);
static DECLARE_COMPLETION(done);
static struct semaphore many;
static atomic_t count;
static struct kref kref;
static seqlock_t pair[2];
static int x;

static int worker(void *done)
{
	void *m = &mutex;

	mutex_lock(m);
	x++;
	mutex_unlock(m);
	complete(done);
	return 0;
}

static int half(const void *data)
{
	return atomic_read(data);
}

static void up_and_down(void *l, void *r, void *s, void *a)
{
	spin_lock(l);
	spin_unlock(l);
	down_read(r);
	up_read(r);
	down(s);
	up(s);
	atomic_inc(a);
}

int main(void)
{
	void *k = &kref;
	seqlock_t *next = pair;

	sema_init(&many, 1);
	kthread_run(worker, &done, "worker");
	up_and_down(&spin, &readers, &many, &count);
	wait_for_completion(&done);
	mutex_lock(&mutex);
	BUG_ON(x != 1 || half(&count) != 1);
	mutex_unlock(&mutex);
	kref_init(k);
	kref_get(k);
	BUG_ON(kref_read(k) != 2);
	write_seqlock(next++);
	BUG_ON(next != pair + 1 || pair[0].seqcount.sequence != 1);
	write_sequnlock(--next);
	BUG_ON(read_seqbegin(next++) != 2 || next != pair + 1);
	return 0;
}
