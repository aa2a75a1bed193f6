/* nested macros and stringify */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a,b) a##b
#define VAR CAT(va,r)
#define MAX(a,b) ((a)>(b)?(a):(b))
#define VA(fmt, ...) sum(fmt, ##__VA_ARGS__)
static int sum(int a, int b) { return a + b; }
int main(void){ int var = 5; CHECK(VAR == 5); CHECK(XSTR(VAR)[0]=='v'); CHECK(sizeof(XSTR(a b)) == 4); CHECK(MAX(var, 3) == 5); CHECK(VA(1, 2) == 3); CHECK(__LINE__ > 3); return 0; }
