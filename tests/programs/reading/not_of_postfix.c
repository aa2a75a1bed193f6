/* not plus plus */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int x = 0;
int y = !x++;
CHECK(y == 1 && x == 1); y = -x++;
CHECK(y==-1&&x==2); y = ~x--;
CHECK(y==~2&&x==1);
int *p=&x; y = !*p++;
CHECK(y==0 && p==&x+1);
return 0; }
