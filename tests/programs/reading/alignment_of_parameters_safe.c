// A type with an alignment of its own keeps it as the type of a parameter, of a literal and of what is deduced.
extern void reach_error(void);
struct pair {
  int a;
};
typedef struct pair wide __attribute__((aligned(32)));
static int seen(wide p) {
  __auto_type q = p;
  if (__alignof__(p) != 32 || sizeof(struct { char c; __typeof__(p) m; }) != 64)
    reach_error();
  if (sizeof(struct { char c; __typeof__(q) m; }) != 64)
    reach_error();
  return q.a;
}
static int old(p) wide p;
{ return __alignof__(p); }
int main(void) {
  wide x = {0};
  if (old(x) != 32 || sizeof(struct { char c; __typeof__((wide){1}) m; }) != 64)
    reach_error();
  return seen(x);
}
