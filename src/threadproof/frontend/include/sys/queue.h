#ifndef _SYS_QUEUE_H_
#define _SYS_QUEUE_H_

#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { (void *)0 }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_EMPTY(head) ((head)->slh_first == (void *)0)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(element, field) ((element)->field.sle_next)
#define SLIST_FOREACH(at, head, field) for ((at) = SLIST_FIRST(head); (at); (at) = SLIST_NEXT(at, field))
#define SLIST_INIT(head) do { SLIST_FIRST(head) = (void *)0; } while (0)
#define SLIST_INSERT_AFTER(before, element, field) do { \
  SLIST_NEXT(element, field) = SLIST_NEXT(before, field); \
  SLIST_NEXT(before, field) = (element); \
} while (0)
#define SLIST_INSERT_HEAD(head, element, field) do { \
  SLIST_NEXT(element, field) = SLIST_FIRST(head); \
  SLIST_FIRST(head) = (element); \
} while (0)
#define SLIST_REMOVE_HEAD(head, field) do { SLIST_FIRST(head) = SLIST_NEXT(SLIST_FIRST(head), field); } while (0)
#define SLIST_REMOVE(head, element, type, field) do { \
  if (SLIST_FIRST(head) == (element)) { \
    SLIST_REMOVE_HEAD(head, field); \
  } else { \
    struct type *_tp_at = SLIST_FIRST(head); \
    while (SLIST_NEXT(_tp_at, field) != (element)) \
      _tp_at = SLIST_NEXT(_tp_at, field); \
    SLIST_NEXT(_tp_at, field) = SLIST_NEXT(SLIST_NEXT(_tp_at, field), field); \
  } \
} while (0)

#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { (void *)0 }
#define LIST_ENTRY(type) struct { struct type *le_next; struct type **le_prev; }
#define LIST_EMPTY(head) ((head)->lh_first == (void *)0)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(element, field) ((element)->field.le_next)
#define LIST_FOREACH(at, head, field) for ((at) = LIST_FIRST(head); (at); (at) = LIST_NEXT(at, field))
#define LIST_INIT(head) do { LIST_FIRST(head) = (void *)0; } while (0)
#define LIST_INSERT_AFTER(before, element, field) do { \
  if ((LIST_NEXT(element, field) = LIST_NEXT(before, field)) != (void *)0) \
    LIST_NEXT(before, field)->field.le_prev = &LIST_NEXT(element, field); \
  LIST_NEXT(before, field) = (element); \
  (element)->field.le_prev = &LIST_NEXT(before, field); \
} while (0)
#define LIST_INSERT_BEFORE(after, element, field) do { \
  (element)->field.le_prev = (after)->field.le_prev; \
  LIST_NEXT(element, field) = (after); \
  *(after)->field.le_prev = (element); \
  (after)->field.le_prev = &LIST_NEXT(element, field); \
} while (0)
#define LIST_INSERT_HEAD(head, element, field) do { \
  if ((LIST_NEXT(element, field) = LIST_FIRST(head)) != (void *)0) \
    LIST_FIRST(head)->field.le_prev = &LIST_NEXT(element, field); \
  LIST_FIRST(head) = (element); \
  (element)->field.le_prev = &LIST_FIRST(head); \
} while (0)
#define LIST_REMOVE(element, field) do { \
  if (LIST_NEXT(element, field) != (void *)0) \
    LIST_NEXT(element, field)->field.le_prev = (element)->field.le_prev; \
  *(element)->field.le_prev = LIST_NEXT(element, field); \
} while (0)

#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first; struct type **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) { (void *)0, &(head).stqh_first }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define STAILQ_EMPTY(head) ((head)->stqh_first == (void *)0)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(element, field) ((element)->field.stqe_next)
#define STAILQ_FOREACH(at, head, field) for ((at) = STAILQ_FIRST(head); (at); (at) = STAILQ_NEXT(at, field))
#define STAILQ_INIT(head) do { \
  STAILQ_FIRST(head) = (void *)0; \
  (head)->stqh_last = &STAILQ_FIRST(head); \
} while (0)
#define STAILQ_INSERT_HEAD(head, element, field) do { \
  if ((STAILQ_NEXT(element, field) = STAILQ_FIRST(head)) == (void *)0) \
    (head)->stqh_last = &STAILQ_NEXT(element, field); \
  STAILQ_FIRST(head) = (element); \
} while (0)
#define STAILQ_INSERT_TAIL(head, element, field) do { \
  STAILQ_NEXT(element, field) = (void *)0; \
  *(head)->stqh_last = (element); \
  (head)->stqh_last = &STAILQ_NEXT(element, field); \
} while (0)
#define STAILQ_INSERT_AFTER(head, before, element, field) do { \
  if ((STAILQ_NEXT(element, field) = STAILQ_NEXT(before, field)) == (void *)0) \
    (head)->stqh_last = &STAILQ_NEXT(element, field); \
  STAILQ_NEXT(before, field) = (element); \
} while (0)
#define STAILQ_REMOVE_HEAD(head, field) do { \
  if ((STAILQ_FIRST(head) = STAILQ_NEXT(STAILQ_FIRST(head), field)) == (void *)0) \
    (head)->stqh_last = &STAILQ_FIRST(head); \
} while (0)
#define STAILQ_REMOVE(head, element, type, field) do { \
  if (STAILQ_FIRST(head) == (element)) { \
    STAILQ_REMOVE_HEAD(head, field); \
  } else { \
    struct type *_tp_at = STAILQ_FIRST(head); \
    while (STAILQ_NEXT(_tp_at, field) != (element)) \
      _tp_at = STAILQ_NEXT(_tp_at, field); \
    if ((STAILQ_NEXT(_tp_at, field) = STAILQ_NEXT(STAILQ_NEXT(_tp_at, field), field)) == (void *)0) \
      (head)->stqh_last = &STAILQ_NEXT(_tp_at, field); \
  } \
} while (0)
#define STAILQ_CONCAT(head, other) do { \
  if (!STAILQ_EMPTY(other)) { \
    *(head)->stqh_last = STAILQ_FIRST(other); \
    (head)->stqh_last = (other)->stqh_last; \
    STAILQ_INIT(other); \
  } \
} while (0)

#define SIMPLEQ_HEAD(name, type) struct name { struct type *sqh_first; struct type **sqh_last; }
#define SIMPLEQ_HEAD_INITIALIZER(head) { (void *)0, &(head).sqh_first }
#define SIMPLEQ_ENTRY(type) struct { struct type *sqe_next; }
#define SIMPLEQ_EMPTY(head) ((head)->sqh_first == (void *)0)
#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_NEXT(element, field) ((element)->field.sqe_next)
#define SIMPLEQ_FOREACH(at, head, field) for ((at) = SIMPLEQ_FIRST(head); (at); (at) = SIMPLEQ_NEXT(at, field))
#define SIMPLEQ_INIT(head) do { \
  SIMPLEQ_FIRST(head) = (void *)0; \
  (head)->sqh_last = &SIMPLEQ_FIRST(head); \
} while (0)
#define SIMPLEQ_INSERT_HEAD(head, element, field) do { \
  if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_FIRST(head)) == (void *)0) \
    (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
  SIMPLEQ_FIRST(head) = (element); \
} while (0)
#define SIMPLEQ_INSERT_TAIL(head, element, field) do { \
  SIMPLEQ_NEXT(element, field) = (void *)0; \
  *(head)->sqh_last = (element); \
  (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
} while (0)
#define SIMPLEQ_INSERT_AFTER(head, before, element, field) do { \
  if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_NEXT(before, field)) == (void *)0) \
    (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
  SIMPLEQ_NEXT(before, field) = (element); \
} while (0)
#define SIMPLEQ_REMOVE_HEAD(head, field) do { \
  if ((SIMPLEQ_FIRST(head) = SIMPLEQ_NEXT(SIMPLEQ_FIRST(head), field)) == (void *)0) \
    (head)->sqh_last = &SIMPLEQ_FIRST(head); \
} while (0)
#define SIMPLEQ_REMOVE(head, element, type, field) do { \
  if (SIMPLEQ_FIRST(head) == (element)) { \
    SIMPLEQ_REMOVE_HEAD(head, field); \
  } else { \
    struct type *_tp_at = SIMPLEQ_FIRST(head); \
    while (SIMPLEQ_NEXT(_tp_at, field) != (element)) \
      _tp_at = SIMPLEQ_NEXT(_tp_at, field); \
    if ((SIMPLEQ_NEXT(_tp_at, field) = SIMPLEQ_NEXT(SIMPLEQ_NEXT(_tp_at, field), field)) == (void *)0) \
      (head)->sqh_last = &SIMPLEQ_NEXT(_tp_at, field); \
  } \
} while (0)

#define _TAILQ_HEAD(name, type, qualifier) struct name { qualifier type *tqh_first; qualifier type *qualifier *tqh_last; }
#define TAILQ_HEAD(name, type) _TAILQ_HEAD(name, struct type,)
#define TAILQ_HEAD_INITIALIZER(head) { (void *)0, &(head).tqh_first }
#define _TAILQ_ENTRY(type, qualifier) struct { qualifier type *tqe_next; qualifier type *qualifier *tqe_prev; }
#define TAILQ_ENTRY(type) _TAILQ_ENTRY(struct type,)
#define TAILQ_EMPTY(head) ((head)->tqh_first == (void *)0)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(element, field) ((element)->field.tqe_next)
#define TAILQ_LAST(head, name) (*((struct name *)(head)->tqh_last)->tqh_last)
#define TAILQ_PREV(element, name, field) (*((struct name *)(element)->field.tqe_prev)->tqh_last)
#define TAILQ_FOREACH(at, head, field) for ((at) = TAILQ_FIRST(head); (at); (at) = TAILQ_NEXT(at, field))
#define TAILQ_FOREACH_REVERSE(at, head, name, field) \
  for ((at) = TAILQ_LAST(head, name); (at); (at) = TAILQ_PREV(at, name, field))
#define TAILQ_INIT(head) do { \
  TAILQ_FIRST(head) = (void *)0; \
  (head)->tqh_last = &TAILQ_FIRST(head); \
} while (0)
#define TAILQ_INSERT_HEAD(head, element, field) do { \
  if ((TAILQ_NEXT(element, field) = TAILQ_FIRST(head)) != (void *)0) \
    TAILQ_FIRST(head)->field.tqe_prev = &TAILQ_NEXT(element, field); \
  else \
    (head)->tqh_last = &TAILQ_NEXT(element, field); \
  TAILQ_FIRST(head) = (element); \
  (element)->field.tqe_prev = &TAILQ_FIRST(head); \
} while (0)
#define TAILQ_INSERT_TAIL(head, element, field) do { \
  TAILQ_NEXT(element, field) = (void *)0; \
  (element)->field.tqe_prev = (head)->tqh_last; \
  *(head)->tqh_last = (element); \
  (head)->tqh_last = &TAILQ_NEXT(element, field); \
} while (0)
#define TAILQ_INSERT_AFTER(head, before, element, field) do { \
  if ((TAILQ_NEXT(element, field) = TAILQ_NEXT(before, field)) != (void *)0) \
    TAILQ_NEXT(element, field)->field.tqe_prev = &TAILQ_NEXT(element, field); \
  else \
    (head)->tqh_last = &TAILQ_NEXT(element, field); \
  TAILQ_NEXT(before, field) = (element); \
  (element)->field.tqe_prev = &TAILQ_NEXT(before, field); \
} while (0)
#define TAILQ_INSERT_BEFORE(after, element, field) do { \
  (element)->field.tqe_prev = (after)->field.tqe_prev; \
  TAILQ_NEXT(element, field) = (after); \
  *(after)->field.tqe_prev = (element); \
  (after)->field.tqe_prev = &TAILQ_NEXT(element, field); \
} while (0)
#define TAILQ_REMOVE(head, element, field) do { \
  if (TAILQ_NEXT(element, field) != (void *)0) \
    TAILQ_NEXT(element, field)->field.tqe_prev = (element)->field.tqe_prev; \
  else \
    (head)->tqh_last = (element)->field.tqe_prev; \
  *(element)->field.tqe_prev = TAILQ_NEXT(element, field); \
} while (0)
#define TAILQ_CONCAT(head, other, field) do { \
  if (!TAILQ_EMPTY(other)) { \
    *(head)->tqh_last = TAILQ_FIRST(other); \
    TAILQ_FIRST(other)->field.tqe_prev = (head)->tqh_last; \
    (head)->tqh_last = (other)->tqh_last; \
    TAILQ_INIT(other); \
  } \
} while (0)

#endif
