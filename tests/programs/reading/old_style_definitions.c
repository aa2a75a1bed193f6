/* old style definitions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int f(a, b) int a;
char b; { return a + b; }
int g() { return 3; } h(x) { return x + 1; }
static k(p, q) int *p; { return *p + q; }
int main() { int z = 4;
CHECK(f(1, 2)==3);
CHECK(g()==3);
CHECK(h(2)==3);
CHECK(k(&z, 1)==5);
return 0; }
