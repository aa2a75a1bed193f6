/* conversions in calls and returns */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
static char c(int x) { return x; }
static unsigned u(long x) { return x; }
static _Bool b(int x) { return x; }
static long l(unsigned char x) { return x; }
static int n(signed char x) { return x; }
int main(void){ CHECK(c(300) == 44 && c(200) == -56);
CHECK(u(-1) == 4294967295u);
CHECK(b(256) == 1);
CHECK(l(-1) == 255);
CHECK(n(255) == -1);
return 0; }
