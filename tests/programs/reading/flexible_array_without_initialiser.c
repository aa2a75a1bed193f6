/* flexible other */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
struct f { int n;
char d[]; };
static struct f v = { 3 };
int main(void){ CHECK(v.n == 3);
return 0; }
