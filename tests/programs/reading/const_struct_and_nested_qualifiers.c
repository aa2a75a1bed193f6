/* const struct and nested qualifiers */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct s { int a;
const char *n; };
static const struct s tab[] = { {1, "x"}, {2, "yy"} };
static const struct s *find(int k) { for (unsigned i = 0; i < sizeof tab / sizeof *tab; i++) if (tab[i].a == k) return &tab[i];
return 0; }
int main(void){ const struct s *p = find(2);
CHECK(p && p->n[1] == 'y' && !find(3));
return 0; }
