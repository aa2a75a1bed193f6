#ifndef _TP_LINUX_KREF_H
#define _TP_LINUX_KREF_H
#include <linux/refcount.h>
struct kref { refcount_t refcount; };
#define KREF_INIT(n) { REFCOUNT_INIT(n) }
#define kref_init(k) refcount_set(&__taken_as(struct kref, k)->refcount, 1)
#define kref_read(k) refcount_read(&__taken_as(struct kref, k)->refcount)
#define kref_get(k) refcount_inc(&__taken_as(struct kref, k)->refcount)
#define kref_get_unless_zero(k) refcount_inc_not_zero(&__taken_as(struct kref, k)->refcount)
#define kref_put(k, release) ({ \
    struct kref *__put = (k); \
    int __is_last = refcount_dec_and_test(&__put->refcount); \
    if (__is_last) (release)(__put); \
    __is_last; \
  })
#endif
