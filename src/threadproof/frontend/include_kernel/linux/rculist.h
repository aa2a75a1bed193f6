#ifndef _TP_LINUX_RCULIST_H
#define _TP_LINUX_RCULIST_H
#include <linux/list.h>
#include <linux/rcupdate.h>
static inline void list_add_rcu(struct list_head *new, struct list_head *head) {
  struct list_head *next = head->next;
  new->next = next;
  new->prev = head;
  smp_store_release(&head->next, new);
  next->prev = new;
}
static inline void list_add_tail_rcu(struct list_head *new, struct list_head *head) {
  struct list_head *prev = head->prev;
  new->next = head;
  new->prev = prev;
  smp_store_release(&prev->next, new);
  head->prev = new;
}
static inline void list_del_rcu(struct list_head *entry) {
  __list_del_entry(entry);
  entry->prev = LIST_POISON2;
}
#define list_entry_rcu(p, type, member) container_of(READ_ONCE(p), type, member)
#define list_for_each_entry_rcu(p, head, member, ...) \
  for ((p) = list_entry_rcu((head)->next, __typeof__(*(p)), member); &(p)->member != (head); \
       (p) = list_entry_rcu((p)->member.next, __typeof__(*(p)), member))
#endif
