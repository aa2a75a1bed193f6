#include <stdint.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
static struct node *head;
static void *aligned;
static struct node *marked(struct node *n) { return (struct node *)((uintptr_t)n | 1); }
static struct node *plain(struct node *n) { return (struct node *)((uintptr_t)n & ~(uintptr_t)1); }
// Memory is not leaked while a pointer with a mark leads to it.
int main(void) {
  head = malloc(sizeof *head);
  head->next = 0;
  head->next = marked(malloc(sizeof *head));
  plain(head->next)->next = 0;
  plain(head->next)->value = 1;
  head = marked(head);
  aligned = (void *)((uintptr_t)malloc(8) & ~(uintptr_t)7);
  return 0;
}
