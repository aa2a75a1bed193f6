#include "event.h"
extern void reach_error(void);

/* another one than that of event.c, which is hidden behind a pointer */
struct item {
  char number;
};

static int log_(struct event *e) { return event_number(e) + 1; }

int main(void) {
  struct item i = {7};
  struct event *e = event_new(i.number);
  if (handle(e, log_) != 8)
    reach_error();
  event_delete(e);
  return 0;
}
