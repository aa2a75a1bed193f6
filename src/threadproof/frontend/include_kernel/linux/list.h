#ifndef _TP_LINUX_LIST_H
#define _TP_LINUX_LIST_H
#include <_tp/kernel.h>
struct list_head { struct list_head *next, *prev; };
struct hlist_node { struct hlist_node *next, **pprev; };
struct hlist_head { struct hlist_node *first; };
#define LIST_POISON1 ((void *)0x100)
#define LIST_POISON2 ((void *)0x122)
#define LIST_HEAD_INIT(name) { &(name), &(name) }
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)
#define HLIST_HEAD_INIT { 0 }
#define HLIST_HEAD(name) struct hlist_head name = { 0 }
#define INIT_HLIST_HEAD(h) ((void)((h)->first = 0))
static inline void INIT_LIST_HEAD(struct list_head *l) {
  WRITE_ONCE(l->next, l);
  WRITE_ONCE(l->prev, l);
}
static inline void __list_insert(struct list_head *new, struct list_head *prev, struct list_head *next) {
  next->prev = new;
  new->next = next;
  new->prev = prev;
  WRITE_ONCE(prev->next, new);
}
static inline void list_add(struct list_head *new, struct list_head *head) { __list_insert(new, head, head->next); }
static inline void list_add_tail(struct list_head *new, struct list_head *head) { __list_insert(new, head->prev, head); }
static inline void __list_join(struct list_head *prev, struct list_head *next) {
  next->prev = prev;
  WRITE_ONCE(prev->next, next);
}
static inline void __list_del_entry(struct list_head *entry) { __list_join(entry->prev, entry->next); }
static inline void list_del(struct list_head *entry) {
  __list_del_entry(entry);
  entry->next = LIST_POISON1;
  entry->prev = LIST_POISON2;
}
static inline void list_del_init(struct list_head *entry) {
  __list_del_entry(entry);
  INIT_LIST_HEAD(entry);
}
static inline void list_replace(struct list_head *old, struct list_head *new) {
  new->next = old->next;
  new->next->prev = new;
  new->prev = old->prev;
  new->prev->next = new;
}
static inline void list_move(struct list_head *entry, struct list_head *head) {
  __list_del_entry(entry);
  list_add(entry, head);
}
static inline void list_move_tail(struct list_head *entry, struct list_head *head) {
  __list_del_entry(entry);
  list_add_tail(entry, head);
}
static inline int list_empty(const struct list_head *head) { return READ_ONCE(head->next) == head; }
static inline int list_is_singular(const struct list_head *head) {
  return !list_empty(head) && head->next == head->prev;
}
static inline int list_is_last(const struct list_head *entry, const struct list_head *head) { return entry->next == head; }
static inline int list_is_first(const struct list_head *entry, const struct list_head *head) { return entry->prev == head; }
static inline void __list_splice(const struct list_head *list, struct list_head *prev, struct list_head *next) {
  struct list_head *first = list->next, *last = list->prev;
  first->prev = prev;
  prev->next = first;
  last->next = next;
  next->prev = last;
}
static inline void list_splice(const struct list_head *list, struct list_head *head) {
  if (!list_empty(list))
    __list_splice(list, head, head->next);
}
static inline void list_splice_tail(struct list_head *list, struct list_head *head) {
  if (!list_empty(list))
    __list_splice(list, head->prev, head);
}
static inline void list_splice_init(struct list_head *list, struct list_head *head) {
  if (!list_empty(list)) {
    __list_splice(list, head, head->next);
    INIT_LIST_HEAD(list);
  }
}
static inline void list_splice_tail_init(struct list_head *list, struct list_head *head) {
  if (!list_empty(list)) {
    __list_splice(list, head->prev, head);
    INIT_LIST_HEAD(list);
  }
}
static inline void hlist_add_head(struct hlist_node *n, struct hlist_head *h) {
  struct hlist_node *first = h->first;
  n->next = first;
  if (first)
    first->pprev = &n->next;
  WRITE_ONCE(h->first, n);
  n->pprev = &h->first;
}
static inline void hlist_del(struct hlist_node *n) {
  struct hlist_node *next = n->next, **pprev = n->pprev;
  WRITE_ONCE(*pprev, next);
  if (next)
    WRITE_ONCE(next->pprev, pprev);
  n->next = LIST_POISON1;
  n->pprev = LIST_POISON2;
}
static inline int hlist_empty(const struct hlist_head *h) { return !READ_ONCE(h->first); }
#define list_entry(p, type, member) container_of(p, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_last_entry(head, type, member) list_entry((head)->prev, type, member)
#define list_first_entry_or_null(head, type, member) ({ \
    struct list_head *__head = (head), *__first = READ_ONCE(__head->next); \
    __first != __head ? list_entry(__first, type, member) : (type *)0; \
  })
#define list_next_entry(p, member) list_entry((p)->member.next, __typeof__(*(p)), member)
#define list_prev_entry(p, member) list_entry((p)->member.prev, __typeof__(*(p)), member)
#define list_for_each(p, head) for ((p) = (head)->next; (p) != (head); (p) = (p)->next)
#define list_for_each_prev(p, head) for ((p) = (head)->prev; (p) != (head); (p) = (p)->prev)
#define list_for_each_safe(p, n, head) \
  for ((p) = (head)->next, (n) = (p)->next; (p) != (head); (p) = (n), (n) = (p)->next)
#define list_for_each_entry(p, head, member) \
  for ((p) = list_first_entry(head, __typeof__(*(p)), member); &(p)->member != (head); (p) = list_next_entry(p, member))
#define list_for_each_entry_reverse(p, head, member) \
  for ((p) = list_last_entry(head, __typeof__(*(p)), member); &(p)->member != (head); (p) = list_prev_entry(p, member))
#define list_for_each_entry_safe(p, n, head, member) \
  for ((p) = list_first_entry(head, __typeof__(*(p)), member), (n) = list_next_entry(p, member); \
       &(p)->member != (head); (p) = (n), (n) = list_next_entry(n, member))
#define hlist_entry(p, type, member) container_of(p, type, member)
#define hlist_entry_safe(p, type, member) ({ __typeof__(p) __node = (p); __node ? hlist_entry(__node, type, member) : 0; })
#define hlist_for_each(p, head) for ((p) = (head)->first; (p); (p) = (p)->next)
#define hlist_for_each_entry(p, head, member) \
  for ((p) = hlist_entry_safe((head)->first, __typeof__(*(p)), member); (p); \
       (p) = hlist_entry_safe((p)->member.next, __typeof__(*(p)), member))
#endif
