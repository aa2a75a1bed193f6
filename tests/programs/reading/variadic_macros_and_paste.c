/* variadic macros and paste */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define CALL(f, ...) f(__VA_ARGS__)
#define CNT(...) CNT_(__VA_ARGS__, 3, 2, 1)
#define CNT_(a, b, c, n, ...) n
static int add3(int a, int b, int c) { return a + b + c; }
int main(void){ CHECK(CALL(add3, 1, 2, 3) == 6); CHECK(CNT(x, y) == 2 && CNT(x) == 1); return 0; }
