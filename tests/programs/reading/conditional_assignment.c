/* conditional assignment */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void){ int a=1,b=2,c=3,d=4; a ? b : (c = d);
CHECK(c==3);
int x = 0, y = 0, z = 7; x = y ?: z;
CHECK(x==7); y=5; x = y ?: z;
CHECK(x==5); x = a ? b ? 1 : 2 : 3;
CHECK(x==1); x = a ? b, c : d;
CHECK(x==3); x = (a = 0) ? 1 : a ? 2 : 3;
CHECK(x==3);
int i = 3; x = i++ ?: 9;
CHECK(x == 3 && i == 4);
return 0; }
