// Counters, exchanges, bits and references of two threads.
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/kref.h>
#include <linux/kthread.h>

static atomic_t n = ATOMIC_INIT(2);
static atomic64_t wide;
static atomic_long_t longer = ATOMIC_LONG_INIT(5);
static unsigned long bits;
static struct kref references;
static int word, released;

static void release(struct kref *k)
{
	BUG_ON(k != &references);
	released++;
}

static int worker(void *data)
{
	atomic_inc(&n);
	atomic64_add(1ll << 40, &wide);
	set_bit(3, &bits);
	cmpxchg(&word, 0, 1);
	kref_put(&references, release);
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

int main(void)
{
	struct task_struct *t;
	int before, expected = 5;

	kref_init(&references);
	kref_get(&references);
	t = kthread_run(worker, NULL, "worker");
	atomic_dec(&n);
	before = cmpxchg(&word, 0, 2);
	BUG_ON(before != 0 && before != 1);
	BUG_ON(atomic_long_add_unless(&longer, 1, 5));
	BUG_ON(!atomic_long_inc_not_zero(&longer));
	BUG_ON(atomic_long_cmpxchg(&longer, 6, 1) != 6);
	BUG_ON(!atomic_long_dec_and_test(&longer));
	BUG_ON(test_and_set_bit(1, &bits));
	BUG_ON(!test_and_clear_bit(1, &bits));
	if (kthread_stop(t) == 0) {
		BUG_ON(atomic_read(&n) != 2);
		BUG_ON(atomic64_read(&wide) != 1ll << 40);
		BUG_ON(!test_bit(3, &bits) || test_bit(1, &bits));
		BUG_ON(word == 0);
		BUG_ON(atomic_xchg(&n, 5) != 2);
		BUG_ON(!atomic_try_cmpxchg(&n, &expected, 6));
		BUG_ON(atomic_sub_return(2, &n) != 4 || atomic_fetch_add(3, &n) != 4);
		BUG_ON(released);
		BUG_ON(!kref_put(&references, release));
		BUG_ON(released != 1);
	}
	return 0;
}
