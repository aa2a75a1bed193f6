/* Whether a list is empty may be asked while it changes. */
#include <linux/list.h>
#include <linux/spinlock.h>
#include <pthread.h>

static HLIST_HEAD(h);
static struct hlist_node n;
static DEFINE_SPINLOCK(l);

static void *change(void *arg) {
    spin_lock(&l);
    hlist_add_head(&n, &h);
    hlist_del(&n);
    spin_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    int empty = hlist_empty(&h);
    pthread_join(t, 0);
    return empty > 1;
}
