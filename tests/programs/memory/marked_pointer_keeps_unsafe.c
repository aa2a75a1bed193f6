#include <stdint.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
static struct node *head;
static struct node *marked(struct node *n) { return (struct node *)((uintptr_t)n | 1); }
int main(void) {
  head = malloc(sizeof *head);
  head->next = marked(malloc(sizeof *head));
  // who marks the link again forgets where it led to
  head->next = marked(0);
  return 0;
}
