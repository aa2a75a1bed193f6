struct event;
typedef int (*handler)(struct event *);
struct event *event_new(int number);
int event_number(struct event *);
int handle(struct event *, handler);
void event_delete(struct event *);
