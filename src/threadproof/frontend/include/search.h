#ifndef _SEARCH_H
#define _SEARCH_H 1
#include <features.h>
typedef __SIZE_TYPE__ size_t;
typedef struct entry {
  char *key;
  void *data;
} ENTRY;
typedef enum { FIND, ENTER } ACTION;
typedef enum { preorder, postorder, endorder, leaf } VISIT;
ENTRY *hsearch(ENTRY, ACTION);
int hcreate(size_t);
void hdestroy(void);
void *tsearch(const void *, void **, int (*)(const void *, const void *));
void *tfind(const void *, void *const *, int (*)(const void *, const void *));
void *tdelete(const void *, void **, int (*)(const void *, const void *));
void twalk(const void *, void (*)(const void *, VISIT, int));
void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
#endif
