/* comma in for and conditions */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int i, j, n = 0;
for (i = 0, j = 3; i < 3, j > 0; i++, j--) n++;
CHECK(n == 3);
while (n--, n > 0) ;
CHECK(n == 0); if (n = 5, n == 5) n = 6;
CHECK(n == 6);
return n == 6 ? 0 : 1; }
