/* static locals and recursion */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static int f(void) { static int n = 5;
return n++; }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main(void){ CHECK(f() == 5 && f() == 6);
CHECK(fact(5) == 120); { static int n; n++;
CHECK(n == 1); }
return 0; }
