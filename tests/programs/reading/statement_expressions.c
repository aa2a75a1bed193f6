/* statement expressions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int x = ({ int a = 3;
int b = 4; a * b; });
CHECK(x == 12);
int y = ({ x++; });
CHECK(y == 12 && x == 13);
int z = ({ if (x) y = 2; y; }) + 1;
CHECK(z == 3); ({ x = 0; });
CHECK(x==0);
int m = ({ int _a = 3, _b = 5; _a > _b ? _a : _b; });
CHECK(m==5);
for (int i = ({ 2; }); i < 3; i++) m++;
CHECK(m == 6);
struct s {int a;} v = ({ struct s t = {8}; t; });
CHECK(v.a == 8);
CHECK(({ int q = 1; q; }) && 1);
return 0; }
