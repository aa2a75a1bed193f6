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
// (`__GFP_ZERO` is for kmalloc, too; it never fails here. What has no size has an address of its own, where nothing is.)
#define ZERO_SIZE_PTR ((void *)16)
#define ZERO_OR_NULL_PTR(p) ({ const void *__asked = (p); !__asked || __asked == ZERO_SIZE_PTR; })
#define __of_kmalloc(size, flags) \
  (!(size) ? ZERO_SIZE_PTR : (flags) & __GFP_ZERO ? calloc(1, (size)) : malloc(size))
#define __of_kzalloc(size, flags) ((void)(flags), (size) ? calloc(1, (size)) : ZERO_SIZE_PTR)
#define __of_krealloc(size, p) ((size) ? realloc((p), (size)) : (free(p), ZERO_SIZE_PTR))
#define kmalloc(size, flags) __with(size_t, size, __of_kmalloc, flags)
#define kzalloc(size, flags) __with(size_t, size, __of_kzalloc, flags)
#define kcalloc(n, size, flags) kmalloc_array(n, size, (flags) | __GFP_ZERO)
#define kmalloc_array(n, size, flags) __with(size_t, n, __of_rows, size, flags)
#define __of_rows(n, size, flags) __also_with(size_t, size, __of_array, n, flags)
#define __of_array(size, n, flags) ((size) && (n) > (size_t)-1 / (size) ? (void *)0 : __of_kmalloc((n) * (size), flags))
#define krealloc(p, size, flags) \
  ({ void *__old = __not_empty(p); (void)(flags); __with(size_t, size, __of_krealloc, __old); })
#define kfree(p) free(__not_empty(p))
#define __not_empty(p) ({ void *__given = (void *)(p); __given == ZERO_SIZE_PTR ? (void *)0 : __given; })
#define kvmalloc(size, flags) kmalloc(size, flags)
#define kvzalloc(size, flags) kzalloc(size, flags)
#define kvfree(p) kfree(p)
#define kfree_sensitive(p) kfree(p)
#define __of_vmalloc(size, zeroed) (!(size) ? (void *)0 : (zeroed) ? calloc(1, (size)) : malloc(size))
#define vmalloc(size) __with(size_t, size, __of_vmalloc, 0)
#define vzalloc(size) __with(size_t, size, __of_vmalloc, 1)
#define vfree(p) free((void *)(p))
#define kstrdup(s, flags) ({ const char *__text = (s); (void)(flags); __text ? strdup(__text) : (char *)0; })
#define __of_kmemdup(size, p, flags) memcpy(__of_kmalloc(size, flags), (p), (size))
#define kmemdup(p, size, flags) __with(size_t, size, __of_kmemdup, p, flags)
#endif
