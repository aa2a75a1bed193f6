#ifndef _TP_LINUX_SLAB_H
#define _TP_LINUX_SLAB_H
#include <_tp/kernel.h>
#include <stdlib.h>
#include <string.h>
#define GFP_KERNEL 0u
#define GFP_ATOMIC 1u
#define GFP_NOWAIT 2u
#define GFP_NOIO 3u
#define GFP_NOFS 4u
#define GFP_USER 5u
#define __GFP_ZERO 256u
#define __GFP_NOWARN 512u
#define __GFP_NOFAIL 1024u
// (`__GFP_ZERO` is for kmalloc, too; it never fails here)
#define kmalloc(size, flags) ((flags) & __GFP_ZERO ? calloc(1, (size)) : malloc(size))
#define kzalloc(size, flags) ((void)(flags), calloc(1, (size)))
#define kcalloc(n, size, flags) ((void)(flags), calloc((n), (size)))
#define kmalloc_array(n, size, flags) ((void)(flags), reallocarray(0, (n), (size)))
#define krealloc(p, size, flags) ((void)(flags), realloc((p), (size)))
#define kfree(p) free((void *)(p))
#define kvmalloc(size, flags) kmalloc(size, flags)
#define kvzalloc(size, flags) kzalloc(size, flags)
#define kvfree(p) kfree(p)
#define kfree_sensitive(p) kfree(p)
#define vmalloc(size) malloc(size)
#define vzalloc(size) calloc(1, (size))
#define vfree(p) kfree(p)
#define kstrdup(s, flags) ((void)(flags), strdup(s))
#define kmemdup(p, size, flags) ({ size_t __size = (size); const void *__from = (p); memcpy(kmalloc(__size, flags), __from, __size); })
#endif
