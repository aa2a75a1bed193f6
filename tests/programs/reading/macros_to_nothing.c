/* macros to nothing */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define NOTHING
#define EMPTY(x)
#define ATTR(x) __attribute__((x))
NOTHING static NOTHING int NOTHING f NOTHING (NOTHING int x NOTHING) NOTHING { EMPTY(a) NOTHING; return x NOTHING + 1; } ATTR(unused) static int ATTR(unused) g ATTR(unused) = 3; static ATTR(noinline) int h(int ATTR(unused) a, ATTR(unused) int b) { ATTR(unused) int z = b; return z; }
int main(void){ CHECK(f(1)==2); CHECK(g==3); CHECK(h(1,2)==2); NOTHING; { NOTHING } return 0; }
