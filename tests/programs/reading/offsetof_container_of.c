/* offsetof container_of */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define container_of(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))
struct list { struct list *next; }; struct item { int v; struct list l; }; int main(void){ struct item b = { 2, { 0 } }, a = { 1, { &b.l } }; struct list *p = a.l.next; CHECK(container_of(p, struct item, l)->v == 2); return 0; }
