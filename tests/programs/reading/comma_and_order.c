/* comma and order */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int a = (1, 2, 3);
CHECK(a==3);
int i, j;
for (i = 0, j = 10; i < j; i++, j--) ;
CHECK(i == 5); a = 1, 2;
CHECK(a==1);
int b[] = { (1,2), 3 };
CHECK(b[0]==2 && sizeof b == 8);
CHECK((a++, a) == 2);
return 0; }
