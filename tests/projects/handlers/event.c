#include "event.h"
#include <stdlib.h>

struct event {
  int number;
  struct event *next;
};

struct event *event_new(int number) {
  struct event *e = malloc(sizeof *e);
  if (!e)
    abort();
  e->number = number;
  e->next = 0;
  return e;
}

int event_number(struct event *e) { return e->number; }

static int log_(struct event *e) { return e->number > 0; }

int handle(struct event *e, handler h) { return log_(e) ? h(e) : -1; }

void event_delete(struct event *e) { free(e); }
