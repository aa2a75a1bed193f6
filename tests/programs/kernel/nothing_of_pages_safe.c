/* Pages of no size are none; what kmalloc gives for no size is no null pointer. */
#include <linux/bug.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

int main(void) {
    unsigned long none = 0;
    BUG_ON(vmalloc(0) || vzalloc(none) || vmalloc(none));
    char *p = vmalloc(2), *q = vzalloc(3);
    BUG_ON(!p || !q || q[2]);
    vfree(p);
    vfree(q);
    return 0;
}
