/* static initialisers with addresses */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int x[4];
struct s { int a, b; } g = { 1, 2 };
int *p = &x[2];
int *q = x + 1;
int *r = &g.b; long diff = (char*)&((struct s*)0)->b - (char*)0;
int n = sizeof x / sizeof x[0];
int (*fp)(void); void *v = &g;
char *s = "abc" + 1;
int main(void){ CHECK(p == x + 2 && q == &x[1] && *r == 2 && diff == 4 && n == 4 && fp == 0 && v == &g && *s == 'b');
return 0; }
