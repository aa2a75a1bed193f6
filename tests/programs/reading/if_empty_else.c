/* if empty else */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int a = 0, r = 0; if (a) ; else r = 1;
CHECK(r==1); if (a) if (r) r = 2; else r = 3;
CHECK(r==1); if (!a) { if (a) r = 2; } else r = 9;
CHECK(r == 1); if (a); r = 4;
CHECK(r==4);
while (a);
for (;a;); do ;
while (a);
return 0; }
