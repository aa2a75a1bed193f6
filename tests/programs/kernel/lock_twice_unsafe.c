// A lock for writing waits for itself.
#include <linux/spinlock.h>

static DEFINE_RWLOCK(l);

int main(void)
{
	read_lock(&l);
	read_lock(&l);
	read_unlock(&l);
	read_unlock(&l);
	write_lock(&l);
	write_lock(&l);
	return 0;
}
