/* tagged types in prototypes and scopes */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct s { int a; };
static int f(struct s *p, struct t *q) { return p->a; }
enum e { X = 3 };
static enum e g(enum e v) { return v; }
int main(void){ struct s x = { 4 };
CHECK(f(&x, 0) == 4);
CHECK(g(X) == 3);
struct s { char c[10]; } y;
CHECK(sizeof y == 10 && sizeof(x) == 4); { enum e { X = 9 };
CHECK(X == 9); }
struct u *fwd = 0;
CHECK(!fwd);
return 0; }
